import { base64Of, picturesOf } from '@arbiter/adapter-kit/language-model';
import type {
  GenerationRequest,
  Message,
  MessagePicture,
  OutputFormat,
  ToolCall,
  ToolDefinition,
} from '@arbiter/ports';
import type { OpenAI } from 'openai';

/** OpenAI's models from before structured outputs: gpt-3.5-turbo, gpt-4, gpt-4-turbo, gpt-4-0613; not gpt-4o, gpt-4.1. */
const WITHOUT_SCHEMAS = /^gpt-(3\.5|4$|4-)/;
/** OpenAI's reasoning models: o1, o3-mini, gpt-5, gpt-5-nano. */
const REASONING = /^(o\d|gpt-5)/;

/** Models of others that think before they answer, as far as their names tell. */
const THINKING = /deepseek-r|qwq|qwen-?3|gpt-oss|magistral|thinking|reason/i;

/** Where servers and models that speak OpenAI's protocol differ. */
export interface ChatDialect {
  /** `json-object` for models that know no schemas, such as gpt-3.5-turbo: then the schema is part of the instructions. */
  readonly structuredOutput: 'json-schema' | 'json-object';
  /** OpenAI's reasoning models take `max_completion_tokens` only, older servers `max_tokens` only. */
  readonly maxTokensParameter: 'max_tokens' | 'max_completion_tokens';
  /** false for models that refuse a temperature, such as OpenAI's reasoning models. */
  readonly temperature: boolean;
  /** Whether the model thinks, which counts against the limit of its answer. Where it is not known, the first answer tells. */
  readonly thinks: boolean;
  /** false for servers that refuse `stream_options`; usage is then 0. */
  readonly streamUsage: boolean;
}

/** What OpenAI's own models speak, by their names; any other name speaks what most servers do. */
export function dialectOf(model: string): ChatDialect {
  const reasons = REASONING.test(model);
  return {
    structuredOutput: WITHOUT_SCHEMAS.test(model) ? 'json-object' : 'json-schema',
    maxTokensParameter: reasons ? 'max_completion_tokens' : 'max_tokens',
    temperature: !reasons,
    thinks: reasons || THINKING.test(model),
    streamUsage: true,
  };
}

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
    case 'user': {
      const pictures = picturesOf(message);
      // A text alone for servers that know no parts.
      if (pictures.length === 0) return [{ role: 'user', content: message.text }];
      return [{ role: 'user', content: [...pictures.map(imagePart), { type: 'text', text: message.text }] }];
    }
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

function imagePart(picture: MessagePicture): OpenAI.Chat.Completions.ChatCompletionContentPartImage {
  return { type: 'image_url', image_url: { url: `data:${picture.mediaType};base64,${base64Of(picture)}` } };
}

function functionCall(call: ToolCall): OpenAI.Chat.Completions.ChatCompletionMessageFunctionToolCall {
  return { type: 'function', id: call.id, function: { name: call.name, arguments: JSON.stringify(call.arguments) } };
}

/**
 * Whether OpenAI's strict mode takes a schema: every object lists all its properties as required and allows no others.
 * It refuses the whole request otherwise. https://platform.openai.com/docs/guides/structured-outputs
 *
 * @param schema JSON Schema, or any part of one
 */
function isStrictSchema(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrictSchema);
  if (typeof schema !== 'object' || schema === null) return true;
  if ('type' in schema && schema.type === 'object') {
    const properties = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
    const required: unknown = 'required' in schema ? schema.required : [];
    if (!('additionalProperties' in schema) || schema.additionalProperties !== false) return false;
    if (!Array.isArray(required) || !properties.every((property) => required.includes(property))) return false;
  }
  return Object.values(schema).every(isStrictSchema);
}
