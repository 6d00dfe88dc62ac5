import { SCRIPTED_USAGE, stopReasonOf, type ScriptedAnswer } from '@arbiter/ports/testing';
import type { StreamedReply } from '@arbiter/testing/language-model';

/** Anthropic's words for the port's. */
const STOP_REASONS = {
  end: 'end_turn',
  length: 'max_tokens',
  'stop-sequence': 'stop_sequence',
  'tool-use': 'tool_use',
  refusal: 'refusal',
} as const;

/** The server-sent events of an answer: https://platform.claude.com/docs/en/build-with-claude/streaming */
export function streamOf(reply: StreamedReply, model: string): string {
  if (reply.type !== 'answer') return reply.pieces.length === 0 ? '' : opening(model) + textBlock(reply.pieces, false);
  const { thinking = [], toolCalls = [] } = reply;
  const first = thinking.length > 0 ? 1 : 0;
  const calls = toolCalls.map((call, i) => toolBlock(call, first + i + 1)).join('');
  const text = reply.pieces.length > 0 ? textBlock(reply.pieces, true, first) : '';
  return opening(model, reply.usage) + thinkingBlock(thinking) + text + calls + closing(reply);
}

function thinkingBlock(pieces: readonly string[]): string {
  if (pieces.length === 0) return '';
  const block = { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } };
  const deltaOf = (delta: object): string => sse('content_block_delta', { index: 0, delta });
  return (
    sse('content_block_start', block) +
    pieces.map((thinking) => deltaOf({ type: 'thinking_delta', thinking })).join('') +
    deltaOf({ type: 'signature_delta', signature: 'EqQBCgIYAhIM' }) +
    sse('content_block_stop', { index: 0 })
  );
}

export function sse(type: string, fields: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

function opening(model: string, usage = SCRIPTED_USAGE): string {
  const message = {
    id: 'msg_01XFDUDYJgAACzvnptvVoYEL',
    type: 'message',
    role: 'assistant',
    content: [],
    model,
    stop_reason: null,
    stop_sequence: null,
    usage: {
      // Without what came from the cache or went into it, other than the port's figure.
      input_tokens: usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens,
      cache_read_input_tokens: usage.cachedInputTokens,
      cache_creation_input_tokens: usage.cacheWriteTokens,
      output_tokens: 1,
    },
  };
  return sse('message_start', { message });
}

function textBlock(pieces: readonly string[], whole: boolean, index = 0): string {
  return (
    sse('content_block_start', { index, content_block: { type: 'text', text: '' } }) +
    sse('ping') +
    pieces.map((text) => sse('content_block_delta', { index, delta: { type: 'text_delta', text } })).join('') +
    (whole ? sse('content_block_stop', { index }) : '')
  );
}

function toolBlock(call: { id: string; name: string; arguments: unknown }, index: number): string {
  const { id, name } = call;
  const json = JSON.stringify(call.arguments).match(/.{1,5}/gsu) ?? [];
  return (
    sse('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } }) +
    ['', ...json]
      .map((piece) => sse('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: piece } }))
      .join('') +
    sse('content_block_stop', { index })
  );
}

function closing(reply: ScriptedAnswer): string {
  const stop_reason = STOP_REASONS[stopReasonOf(reply)];
  const usage = { output_tokens: (reply.usage ?? SCRIPTED_USAGE).outputTokens };
  return sse('message_delta', { delta: { stop_reason, stop_sequence: null }, usage }) + sse('message_stop');
}
