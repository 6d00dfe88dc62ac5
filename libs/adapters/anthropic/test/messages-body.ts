import type { ReceivedMessage, ReceivedPrompt } from '@arbiter/ports/testing';
import { z } from 'zod';

// Request bodies of https://platform.claude.com/docs/en/api/messages, as far as we use them; anything else is refused,
// as the API does.

const cacheControl = z.strictObject({ type: z.literal('ephemeral') });
const text = z.strictObject({
  type: z.literal('text'),
  text: z.string().min(1),
  cache_control: cacheControl.optional(),
});
const document = z.strictObject({
  type: z.literal('document'),
  source: z.strictObject({
    type: z.literal('content'),
    content: z.array(z.strictObject({ type: z.literal('text'), text: z.string().regex(/\S/) })).min(1),
  }),
  title: z.string().min(1).max(500).optional(),
  citations: z.strictObject({ enabled: z.literal(true) }),
  cache_control: cacheControl.optional(),
});
const image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({ type: z.literal('base64'), media_type: z.literal('image/jpeg'), data: z.base64().min(1) }),
  cache_control: cacheControl.optional(),
});
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
  name,
  input: z.record(z.string(), z.unknown()),
  cache_control: cacheControl.optional(),
});
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.string(),
  is_error: z.boolean().optional(),
  cache_control: cacheControl.optional(),
});
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: z.array(z.union([text, document, image, toolResult])).min(1) }),
  z.strictObject({ role: z.literal('assistant'), content: z.array(z.union([text, toolUse])).min(1) }),
]);
type WireMessage = z.output<typeof message>;

const prompt = {
  model: z.string().min(1),
  messages: z.array(message).min(1),
  system: z.array(text).min(1).optional(),
  tools: z
    .array(
      z.strictObject({
        name,
        description: z.string(),
        input_schema: z.looseObject({ type: z.literal('object') }),
        cache_control: cacheControl.optional(),
      }),
    )
    .min(1)
    .optional(),
  output_config: z
    .strictObject({
      format: z.strictObject({
        type: z.literal('json_schema'),
        schema: z.looseObject({ type: z.literal('object'), additionalProperties: z.literal(false) }),
      }),
    })
    .optional(),
};

export const CountTokensBody = z.strictObject(prompt);
export const MessagesBody = z.strictObject({
  thinking: z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1_024) }).optional(),
  ...prompt,
  max_tokens: z.int().min(1),
  stream: z.literal(true),
  stop_sequences: z.array(z.string().min(1)).min(1).optional(),
});
export type MessagesBody = z.output<typeof MessagesBody>;

/** @throws TypeError for a result whose call nobody made */
export function promptOf(body: MessagesBody): ReceivedPrompt {
  const nameOfCall = new Map(
    body.messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === 'tool_use' ? [[block.id, block.name] as const] : [])),
    ),
  );
  return {
    system: (body.system ?? []).map((block) => block.text).join(''),
    messages: body.messages.map((each) => messageOf(each, nameOfCall)),
    maxTokens: body.max_tokens,
    temperature: null,
    stopSequences: body.stop_sequences ?? [],
    schema: body.output_config?.format.schema ?? null,
    tools: (body.tools ?? []).map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: tool.input_schema,
    })),
  };
}

function messageOf({ role, content }: WireMessage, nameOfCall: ReadonlyMap<string, string>): ReceivedMessage {
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
  if (role === 'assistant') {
    const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    return { role, text, toolCalls: calls.map(({ name, input }) => ({ name, arguments: input })) };
  }
  const results = content.flatMap((block) => (block.type === 'tool_result' ? [block] : []));
  const pictures = content.flatMap((block) => (block.type === 'image' ? [block.source.data] : []));
  if (content.slice(pictures.length).some((block) => block.type === 'image'))
    throw new TypeError('a picture stands behind a text');
  if (results.length === 0) return { role, text, ...(pictures.length > 0 && { pictures }) };
  return {
    role: 'tool',
    results: results.map((result) => {
      const name = nameOfCall.get(result.tool_use_id);
      if (name === undefined) throw new TypeError(`nobody called ${result.tool_use_id}`);
      return { name, text: result.content };
    }),
  };
}
