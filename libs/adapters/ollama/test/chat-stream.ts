import { SCRIPTED_USAGE, stopReasonOf } from '@arbiter/ports/testing';
import type { StreamedReply } from '@arbiter/testing/language-model';

/** The lines of an answer: https://docs.ollama.com/api/chat */
export function streamOf(reply: StreamedReply, model: string): string {
  const say = (message: object) =>
    line({ model, message: { role: 'assistant', content: '', ...message }, done: false });
  const spoken = reply.pieces.map((content) => say({ content })).join('');
  if (reply.type !== 'answer') return spoken;
  const thought = (reply.thinking ?? []).map((thinking) => say({ thinking })).join('');
  const calls = (reply.toolCalls ?? []).map((call, index) =>
    say({ tool_calls: [{ function: { index, name: call.name, arguments: call.arguments } }] }),
  );
  const { inputTokens, outputTokens } = reply.usage ?? SCRIPTED_USAGE;
  const end = {
    model,
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: stopReasonOf(reply) === 'length' ? 'length' : 'stop',
    total_duration: 4_883_583_458,
    load_duration: 1_334_875,
    prompt_eval_count: inputTokens,
    prompt_eval_duration: 342_546_000,
    eval_count: outputTokens,
    eval_duration: 4_535_599_000,
  };
  return thought + spoken + calls.join('') + line(end);
}

export function line(fields: object): string {
  return `${JSON.stringify({ created_at: '2026-08-04T08:52:19.385406455Z', ...fields })}\n`;
}
