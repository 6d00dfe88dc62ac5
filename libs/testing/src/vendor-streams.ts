import type { ReceivedRequest, StandInAnswer } from './http-stand-in.js';

/** What an answer of Anthropic begins with. */
export const ANTHROPIC_MESSAGE = {
  id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
  type: 'message',
  role: 'assistant',
  content: [],
  model: 'claude-test',
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 25, output_tokens: 1 },
};

/** The server-sent events of an answer: https://platform.claude.com/docs/en/build-with-claude/streaming */
export function anthropicStream(text: string): string {
  const event = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  return [
    event('message_start', { message: ANTHROPIC_MESSAGE }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 15 } }),
    event('message_stop', {}),
  ].join('');
}

/** The lines of an answer: https://docs.ollama.com/api/chat */
export function ollamaStream(text: string): string {
  const line = (fields: object): string =>
    `${JSON.stringify({ model: 'llama-test', created_at: '2026-08-04T08:52:19.385406455Z', ...fields })}\n`;
  return (
    line({ message: { role: 'assistant', content: text }, done: false }) +
    line({
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: 'stop',
      total_duration: 1,
      load_duration: 1,
      prompt_eval_count: 25,
      prompt_eval_duration: 1,
      eval_count: 15,
      eval_duration: 1,
    })
  );
}

/**
 * Answers what Ollama is asked of a model before each chat: whether it is loaded, and what it can.
 *
 * @returns null for every other request
 */
export function tellOfOllamaModel({ target }: ReceivedRequest, answer: StandInAnswer): Promise<void> | null {
  if (target === 'GET /api/ps') return answer.json(200, { models: [] });
  return target === 'POST /api/show' ? answer.json(200, { capabilities: ['completion'] }) : null;
}
