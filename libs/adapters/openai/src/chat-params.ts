import type { GenerationRequest, Message, OutputFormat, ToolCall, ToolDefinition } from '@arbiter/ports';
import type { OpenAI } from 'openai';
import type { ChatDialect } from './chat-dialect.js';
import { isStrictSchema } from './is-strict-schema.js';

type ChatMessage = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type ChatParams = OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming;

/** Without `cacheableMessages`: OpenAI finds repeated prefixes by itself. */
export function chatParams(model: string, request: GenerationRequest, dialect: ChatDialect): ChatParams {
  const { output, tools = [], temperature, stopSequences = [] } = request;
  const bySchema = dialect.structuredOutput === 'json-schema';
  const system = output && !bySchema ? withSchema(request.system, output) : request.system;
  return {
    model,
    stream: true,
    [dialect.maxTokensParameter]: request.maxTokens,
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      ...request.messages.flatMap(chatMessages),
    ],
    ...(dialect.streamUsage && { stream_options: { include_usage: true } }),
    ...(temperature !== undefined && dialect.temperature && { temperature }),
    ...(stopSequences.length > 0 && { stop: [...stopSequences] }),
    ...(tools.length > 0 && { tools: tools.map(functionTool) }),
    ...(output && { response_format: bySchema ? schemaFormat(output) : { type: 'json_object' } }),
  };
}

/** OpenAI refuses `json_object` unless the instructions speak of JSON. */
function withSchema(system: string, { schema }: OutputFormat): string {
  const rule = `Answer with one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;
  return system === '' ? rule : `${system}\n\n${rule}`;
}

function schemaFormat({ name, schema }: OutputFormat): OpenAI.ResponseFormatJSONSchema {
  return { type: 'json_schema', json_schema: { name, schema: { ...schema }, strict: isStrictSchema(schema) } };
}

function functionTool({ name, description, parameters }: ToolDefinition): OpenAI.Chat.Completions.ChatCompletionTool {
  return { type: 'function', function: { name, description, parameters: { ...parameters } } };
}

function chatMessages(message: Message): ChatMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }];
    case 'assistant': {
      const { text, toolCalls = [] } = message;
      if (toolCalls.length === 0) return [{ role: 'assistant', content: text }];
      return [{ role: 'assistant', content: text === '' ? null : text, tool_calls: toolCalls.map(functionCall) }];
    }
    case 'tool':
      return message.results.map(({ callId, text, isError }) => ({
        role: 'tool',
        tool_call_id: callId,
        // The protocol has no mark for a failure.
        content: isError ? `Error: ${text}` : text,
      }));
  }
}

function functionCall(call: ToolCall): OpenAI.Chat.Completions.ChatCompletionMessageFunctionToolCall {
  return { type: 'function', id: call.id, function: { name: call.name, arguments: JSON.stringify(call.arguments) } };
}
