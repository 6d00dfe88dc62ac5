import { SCRIPTED_USAGE, stopReasonOf } from '@arbiter/ports/testing';
import type { StreamedReply } from '@arbiter/testing/language-model';

/** OpenAI's words for the port's; it has none for a stop sequence. */
const FINISH_REASONS = {
  end: 'stop',
  length: 'length',
  'stop-sequence': 'stop',
  'tool-use': 'tool_calls',
  refusal: 'content_filter',
} as const;

/** The chunks of an answer: https://platform.openai.com/docs/api-reference/chat/streaming */
export function streamOf(reply: StreamedReply, model: string): string {
  const event = (fields: object) => chunk(model, fields);
  const delta = (fields: object) => event({ choices: [{ index: 0, delta: fields, finish_reason: null }] });
  if (reply.type === 'hang' && reply.pieces.length === 0) return '';
  const thought = reply.type === 'answer' ? (reply.thinking ?? []) : [];
  const spoken =
    delta({ role: 'assistant', content: '', refusal: null }) +
    thought.map((reasoning_content) => delta({ reasoning_content })).join('') +
    reply.pieces.map((content) => delta({ content })).join('');
  if (reply.type !== 'answer') return spoken;

  const calls = (reply.toolCalls ?? []).map((call, index) => {
    const json = JSON.stringify(call.arguments).match(/.{1,5}/gsu) ?? [];
    return (
      delta({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] }) +
      json.map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })).join('')
    );
  });
  const finish_reason = FINISH_REASONS[stopReasonOf(reply)];
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens } = reply.usage ?? SCRIPTED_USAGE;
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens, cache_write_tokens: cacheWriteTokens, audio_tokens: 0 },
  };
  return (
    spoken +
    calls.join('') +
    event({ choices: [{ index: 0, delta: {}, finish_reason }] }) +
    event({ choices: [], usage }) +
    'data: [DONE]\n\n'
  );
}

/** One server-sent event with a chunk. */
export function chunk(model: string, fields: object): string {
  const frame = {
    id: 'chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG',
    object: 'chat.completion.chunk',
    created: 1_741_570_283,
  };
  return `data: ${JSON.stringify({ ...frame, model, service_tier: 'default', ...fields })}\n\n`;
}
