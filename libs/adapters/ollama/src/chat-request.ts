import type { GenerationRequest, Message } from '@arbiter/ports';
import type { ChatRequest, Message as WireMessage, Tool } from 'ollama';

/** Newer than the SDK's types: otherwise Ollama silently drops what does not fit into the context. */
interface StrictChatRequest extends ChatRequest {
  readonly truncate: false;
  readonly shift: false;
}

/**
 * Without `cacheableMessages`: Ollama keeps the last prompt's prefix by itself.
 *
 * @param contextTokens of prompt and answer; a longer prompt is refused
 */
export function chatRequest(
  model: string,
  request: GenerationRequest,
  contextTokens: number,
  keepAlive: string | undefined,
): StrictChatRequest {
  const { system, messages, maxTokens, temperature, stopSequences = [], output, tools = [] } = request;
  return {
    model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages.flatMap(wireMessages)],
    options: {
      num_ctx: contextTokens,
      num_predict: maxTokens,
      ...(temperature !== undefined && { temperature }),
      ...(stopSequences.length > 0 && { stop: [...stopSequences] }),
    },
    ...(output && { format: output.schema }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }): Tool => {
        return { type: 'function', function: { name, description, parameters: { ...parameters } } };
      }),
    }),
    ...(keepAlive !== undefined && { keep_alive: keepAlive }),
    truncate: false,
    shift: false,
  };
}

function wireMessages(message: Message): WireMessage[] {
  if (message.role === 'tool') {
    return message.results.map(({ name, text, isError }) => ({
      role: 'tool',
      tool_name: name,
      // The protocol has no mark for a failure.
      content: isError ? `Error: ${text}` : text,
    }));
  }
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [
    {
      role: message.role,
      content: message.text,
      ...(calls.length > 0 && {
        tool_calls: calls.map((call) => ({ function: { name: call.name, arguments: { ...call.arguments } } })),
      }),
    },
  ];
}
