import { z } from 'zod';
import { openAiErrorBody, refused } from './openai-errors.js';
import { commonFields, Message, parseRequest, readConversation } from './read-conversation.js';
import type { Reply, TokenUsage } from './render-reply.js';
import { type Exchange, piecesOf, type ReplyProtocol, type StreamPart } from './reply-protocol.js';

const ChatRequest = z.looseObject({
  ...commonFields,
  messages: z.array(Message).min(1),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.number().nullish(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
});

/** `POST /v1/chat/completions` (https://platform.openai.com/docs/api-reference/chat). */
export const CHAT_COMPLETIONS: ReplyProtocol = {
  read(body) {
    const request = parseRequest(ChatRequest, body);
    const { messages, n, response_format: format, stream_options: options } = request;
    if ((n ?? 1) !== 1) throw refused('n', 'Arbiter gives one answer: leave n at 1.');
    const terms = { field: 'messages', format: format?.type, formatField: 'response_format' };
    return { ...readConversation(request, messages, terms), includeUsage: options?.include_usage === true };
  },

  whole(exchange, { text, annotations, arbiter, usage }) {
    const message = { role: 'assistant', content: text, refusal: null, annotations: annotations.map(nested) };
    return {
      ...headOf(exchange, 'chat.completion'),
      choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
      usage: usageBody(usage),
      arbiter,
    };
  },

  async *parts(exchange, reply) {
    const { text, annotations, arbiter, usage } = await reply();
    const head = headOf(exchange, 'chat.completion.chunk');
    const { includeUsage } = exchange.asked;
    const chunk = (delta: object, end: 'stop' | null = null): object => ({
      ...head,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: end }],
      ...(includeUsage && { usage: null }),
    });
    yield chunk({ role: 'assistant', content: '' });
    for (const content of piecesOf(text)) yield chunk({ content });
    if (annotations.length > 0) yield chunk({ annotations: annotations.map(nested) });
    yield { ...chunk({}, 'stop'), arbiter };
    if (includeUsage) yield { ...head, choices: [], usage: usageBody(usage) };
    yield '[DONE]';
  },

  failure: (error): StreamPart => openAiErrorBody(error),
};

function headOf({ id, created, asked: { model } }: Exchange, object: string): object {
  return { id: `chatcmpl-${id}`, object, created, model };
}

function nested(citation: Reply['annotations'][number]): object {
  return { type: 'url_citation', url_citation: citation };
}

function usageBody({ inputTokens, cachedInputTokens, outputTokens }: TokenUsage): object {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
  };
}
