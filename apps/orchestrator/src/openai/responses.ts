import { z } from 'zod';
import { openAiErrorBody, refused } from './openai-errors.js';
import { commonFields, Message, parseRequest, readConversation } from './read-conversation.js';
import type { Reply, TokenUsage } from './render-reply.js';
import { type Exchange, piecesOf, type ReplyProtocol } from './reply-protocol.js';

/** Calls of tools, reasoning and references stand between messages; they are passed over. */
const Item = z.union([Message, z.looseObject({ type: z.string() })]);
type Item = z.output<typeof Item>;

const ResponsesRequest = z.looseObject({
  ...commonFields,
  input: z.union([z.string(), z.array(Item)], 'must be a text or a list of items'),
  text: z.looseObject({ format: z.looseObject({ type: z.string() }).nullish() }).nullish(),
});

/** What would need a response that is kept; `metadata.session_id` is how a conversation is kept here. */
const NOT_KEPT = ['previous_response_id', 'conversation', 'prompt'] as const;

/** `POST /v1/responses` (https://platform.openai.com/docs/api-reference/responses). */
export const RESPONSES: ReplyProtocol = {
  read(body) {
    const request = parseRequest(ResponsesRequest, body);
    for (const field of NOT_KEPT) {
      if ((request[field] ?? null) === null) continue;
      const message = `Responses are not kept, so "${field}" names none: send the earlier messages, or metadata.session_id.`;
      throw refused(field, message, 'unsupported_parameter');
    }
    if (request.background === true) {
      throw refused('background', 'Nothing is answered in the background.', 'unsupported_parameter');
    }
    const { input, text } = request;
    const items: readonly Item[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    const terms = { field: 'input', format: text?.format?.type, formatField: 'text.format' };
    return readConversation(request, items.filter(isMessage), terms);
  },

  whole: completed,

  async *parts(exchange, answering) {
    let sent = 0;
    const event = (type: string, fields: object): object => ({ type, sequence_number: sent++, ...fields });
    const response = { ...bodyOf(exchange, 'in_progress', []), usage: null };
    yield event('response.created', { response });
    yield event('response.in_progress', { response });
    const reply = await answering();
    const item = itemOf(exchange, reply);
    const place = { item_id: item.id, output_index: 0, content_index: 0 };
    const [part] = item.content;
    const empty = { ...item, status: 'in_progress', content: [] };
    yield event('response.output_item.added', { output_index: 0, item: empty });
    const emptyPart = { type: 'output_text', text: '', annotations: [], logprobs: [] };
    yield event('response.content_part.added', { ...place, part: emptyPart });
    for (const delta of piecesOf(reply.text))
      yield event('response.output_text.delta', { ...place, delta, logprobs: [] });
    for (const [index, annotation] of reply.annotations.map(flat).entries()) {
      yield event('response.output_text.annotation.added', { ...place, annotation_index: index, annotation });
    }
    yield event('response.output_text.done', { ...place, text: reply.text, logprobs: [] });
    yield event('response.content_part.done', { ...place, part });
    yield event('response.output_item.done', { output_index: 0, item });
    yield event('response.completed', { response: completed(exchange, reply) });
  },

  failure: (error) => ({ type: 'error', ...openAiErrorBody(error) }),
};

function isMessage(item: Item): item is Message {
  return 'role' in item && 'content' in item;
}

function completed(exchange: Exchange, reply: Reply): object {
  const output = [itemOf(exchange, reply)];
  const usage = usageBody(reply.usage);
  return { ...bodyOf(exchange, 'completed', output), output_text: reply.text, usage, arbiter: reply.arbiter };
}

function bodyOf({ id, created, asked }: Exchange, status: string, output: readonly object[]): object {
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: created,
    status,
    model: asked.model,
    output,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: asked.sessionId === undefined ? {} : { session_id: asked.sessionId },
    parallel_tool_calls: false,
    previous_response_id: null,
    store: false,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'none',
    tools: [],
    top_p: null,
  };
}

function itemOf({ id }: Exchange, { text, annotations }: Reply) {
  const part = { type: 'output_text', text, annotations: annotations.map(flat), logprobs: [] };
  return { id: `msg_${id}`, type: 'message', role: 'assistant', status: 'completed', content: [part] };
}

function flat(citation: Reply['annotations'][number]): object {
  return { type: 'url_citation', ...citation };
}

function usageBody({ inputTokens, cachedInputTokens, outputTokens }: TokenUsage): object {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedInputTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
