import type { ReceivedMessage, ReceivedPrompt } from '@arbiter/ports/testing';
import { z } from 'zod';

// Request body of https://platform.openai.com/docs/api-reference/chat/create, as far as we use it; anything else is
// refused, as the API does.

const IMAGE = 'data:image/jpeg;base64,';
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const call = z.strictObject({
  type: z.literal('function'),
  id: z.string().min(1),
  function: z.strictObject({ name, arguments: z.string() }),
});
const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({ url: z.string().startsWith(IMAGE) }),
  }),
]);
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('user'), content: z.union([z.string(), z.array(part).min(1)]) }),
  z
    .strictObject({
      role: z.literal('assistant'),
      content: z.string().nullable(),
      tool_calls: z.array(call).min(1).optional(),
    })
    .refine(({ content, tool_calls }) => content !== null || tool_calls, 'content may be null only beside tool calls'),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);
type WireMessage = z.output<typeof message>;
const schema = z.looseObject({ type: z.literal('object') });

export const ChatBody = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.literal(true) }).optional(),
  max_tokens: z.int().min(1).optional(),
  max_completion_tokens: z.int().min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  stop: z.array(z.string().min(1)).min(1).max(4).optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({ name, description: z.string(), parameters: schema }),
      }),
    )
    .min(1)
    .optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({ name, schema, strict: z.boolean() }),
      }),
    ])
    .optional(),
});
export type ChatBody = z.output<typeof ChatBody>;

/** @throws TypeError for a result whose call nobody made */
export function promptOf(body: ChatBody): ReceivedPrompt {
  const system = body.messages.flatMap((each) => (each.role === 'system' ? [each.content] : []));
  return {
    system: system.join('\n'),
    messages: messagesOf(body.messages),
    maxTokens: body.max_tokens ?? body.max_completion_tokens ?? 0,
    temperature: body.temperature ?? null,
    stopSequences: body.stop ?? [],
    schema: body.response_format?.type === 'json_schema' ? body.response_format.json_schema.schema : null,
    tools: (body.tools ?? []).map((tool) => tool.function),
  };
}

/** @throws TypeError for a picture behind a text */
function userMessageOf(content: Extract<WireMessage, { role: 'user' }>['content']): ReceivedMessage {
  if (typeof content === 'string') return { role: 'user', text: content };
  const pictures = content.flatMap((each) =>
    each.type === 'image_url' ? [each.image_url.url.slice(IMAGE.length)] : [],
  );
  if (content.slice(pictures.length).some(({ type }) => type === 'image_url'))
    throw new TypeError('a picture stands behind a text');
  return {
    role: 'user',
    text: content.flatMap((each) => (each.type === 'text' ? [each.text] : [])).join(''),
    pictures,
  };
}

function messagesOf(wire: readonly WireMessage[]): ReceivedMessage[] {
  const nameOfCall = new Map<string, string>();
  const messages: ReceivedMessage[] = [];
  for (const each of wire) {
    if (each.role === 'user') messages.push(userMessageOf(each.content));
    if (each.role === 'assistant') {
      const calls = each.tool_calls ?? [];
      for (const { id, function: called } of calls) nameOfCall.set(id, called.name);
      const toolCalls = calls.map(({ function: called }) => ({
        name: called.name,
        arguments: z.record(z.string(), z.unknown()).parse(JSON.parse(called.arguments)),
      }));
      messages.push({ role: 'assistant', text: each.content ?? '', toolCalls });
    }
    if (each.role === 'tool') {
      const name = nameOfCall.get(each.tool_call_id);
      if (name === undefined) throw new TypeError(`nobody called ${each.tool_call_id}`);
      const result = { name, text: each.content };
      const last = messages.at(-1);
      // One message for each result on the wire, one for all in the port.
      if (last?.role === 'tool') messages.splice(-1, 1, { role: 'tool', results: [...last.results, result] });
      else messages.push({ role: 'tool', results: [result] });
    }
  }
  return messages;
}
