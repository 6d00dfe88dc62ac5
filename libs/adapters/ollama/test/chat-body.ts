import type { ReceivedMessage, ReceivedPrompt } from '@arbiter/ports/testing';
import { z } from 'zod';

// Request bodies of https://docs.ollama.com/api/chat and /api/embed, as far as we use them. Ollama ignores fields that
// it does not know, so that a typing error would go unnoticed: anything else is refused here.

const call = z.strictObject({
  function: z.strictObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }),
});
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
  z.strictObject({
    role: z.literal('user'),
    content: z.string(),
    images: z.array(z.base64().min(1)).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('assistant'), content: z.string(), tool_calls: z.array(call).min(1).optional() }),
  z.strictObject({ role: z.literal('tool'), content: z.string(), tool_name: z.string() }),
]);
const schema = z.looseObject({ type: z.literal('object') });

export const ChatBody = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.literal(true),
  options: z.strictObject({
    num_ctx: z.int().min(1),
    num_predict: z.int().min(1),
    temperature: z.number().optional(),
    stop: z.array(z.string()).min(1).optional(),
  }),
  format: schema.optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({ name: z.string(), description: z.string(), parameters: schema }),
      }),
    )
    .min(1)
    .optional(),
  keep_alive: z.string().optional(),
  truncate: z.literal(false),
  shift: z.literal(false),
});
export type ChatBody = z.output<typeof ChatBody>;

export const EmbedBody = z.strictObject({
  model: z.string().min(1),
  input: z.array(z.string()).min(1),
  truncate: z.literal(true),
  options: z.strictObject({ num_ctx: z.int().min(1) }),
});

export function promptOf({ messages, options, format, tools = [] }: ChatBody): ReceivedPrompt {
  return {
    system: messages.flatMap((each) => (each.role === 'system' ? [each.content] : [])).join('\n'),
    messages: messagesOf(messages),
    maxTokens: options.num_predict,
    temperature: options.temperature ?? null,
    stopSequences: options.stop ?? [],
    schema: format ?? null,
    tools: tools.map((tool) => tool.function),
  };
}

function messagesOf(wire: ChatBody['messages']): ReceivedMessage[] {
  const messages: ReceivedMessage[] = [];
  for (const each of wire) {
    if (each.role === 'user')
      messages.push({ role: 'user', text: each.content, ...(each.images && { pictures: each.images }) });
    if (each.role === 'assistant') {
      const toolCalls = (each.tool_calls ?? []).map((made) => made.function);
      messages.push({ role: 'assistant', text: each.content, toolCalls });
    }
    if (each.role === 'tool') {
      const result = { name: each.tool_name, text: each.content };
      const last = messages.at(-1);
      // One message for each result on the wire, one for all in the port.
      if (last?.role === 'tool') messages.splice(-1, 1, { role: 'tool', results: [...last.results, result] });
      else messages.push({ role: 'tool', results: [result] });
    }
  }
  return messages;
}
