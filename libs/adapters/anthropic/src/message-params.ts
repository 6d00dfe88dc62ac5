import type { Anthropic } from '@anthropic-ai/sdk';
import { jsonSchemaOutputFormat } from '@anthropic-ai/sdk/helpers/json-schema';
import { base64Of, documentsOf, picturesOf } from '@arbiter/adapter-kit/language-model';
import { ArbiterError } from '@arbiter/contracts';
import type { GenerationRequest, Message, MessagePicture, OutputFormat, ToolDefinition } from '@arbiter/ports';
import { documentParam } from './cited-documents.js';

/** What counts as prompt: the same for a generation and for counting its tokens. */
type PromptParams = Pick<Anthropic.MessageCountTokensParams, 'system' | 'messages' | 'tools' | 'output_config'>;

/** The end of a prefix that Anthropic keeps for five minutes, where it is long enough (1,024 tokens for most models). */
const CACHE_UP_TO_HERE = { cache_control: { type: 'ephemeral' } } as const;

/**
 * Without `temperature`: the API no longer has one.
 *
 * @param thinkingTokens that the model may think before it answers; 0 for not at all
 */
export function messageParams(
  model: string,
  request: GenerationRequest,
  thinkingTokens: number,
): Anthropic.MessageCreateParamsStreaming {
  return {
    model,
    max_tokens: request.maxTokens + thinkingTokens,
    stream: true,
    ...(thinkingTokens > 0 && { thinking: { type: 'enabled', budget_tokens: thinkingTokens } }),
    ...promptParams(request),
    ...(request.stopSequences?.length && { stop_sequences: [...request.stopSequences] }),
  };
}

/** @throws ArbiterError INVALID_REQUEST when the output's schema is not one that Anthropic can take */
export function promptParams(request: GenerationRequest): PromptParams {
  const { system, messages, output, tools = [], cacheableMessages } = request;
  const cached = cacheableMessages !== undefined;
  return {
    messages: messages.map((message, i) => messageParam(message, cached && i === cacheableMessages - 1)),
    ...(system !== '' && { system: [{ type: 'text', text: system, ...(cached && CACHE_UP_TO_HERE) }] }),
    ...(tools.length > 0 && {
      // Tools stand before the system text in the prompt; without one, the last tool ends the prefix.
      tools: tools.map((tool, i) => toolParam(tool, cached && system === '' && i === tools.length - 1)),
    }),
    ...(output && { output_config: { format: formatParam(output) } }),
  };
}

function messageParam(message: Message, endsPrefix: boolean): Anthropic.MessageParam {
  const blocks = blocksOf(message);
  const last = blocks.at(-1);
  return {
    role: message.role === 'assistant' ? 'assistant' : 'user',
    content: endsPrefix && last ? [...blocks.slice(0, -1), { ...last, ...CACHE_UP_TO_HERE }] : blocks,
  };
}

type Block =
  | Anthropic.TextBlockParam
  | Anthropic.DocumentBlockParam
  | Anthropic.ImageBlockParam
  | Anthropic.ToolUseBlockParam
  | Anthropic.ToolResultBlockParam;

function blocksOf(message: Message): Block[] {
  if (message.role === 'tool') {
    return message.results.map(({ callId, text, isError }) => ({
      type: 'tool_result',
      tool_use_id: callId,
      content: text,
      ...(isError && { is_error: true }),
    }));
  }
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [
    ...picturesOf(message).map(imageParam),
    ...documentsOf(message).map(documentParam),
    // Anthropic refuses empty texts, which an assistant that only calls tools has.
    ...(message.text === '' && calls.length > 0 ? [] : [{ type: 'text' as const, text: message.text }]),
    ...calls.map((call) => ({ type: 'tool_use' as const, id: call.id, name: call.name, input: call.arguments })),
  ];
}

function imageParam(picture: MessagePicture): Anthropic.ImageBlockParam {
  return { type: 'image', source: { type: 'base64', media_type: picture.mediaType, data: base64Of(picture) } };
}

function toolParam({ name, description, parameters }: ToolDefinition, endsPrefix: boolean): Anthropic.Tool {
  return { name, description, input_schema: { ...parameters, type: 'object' }, ...(endsPrefix && CACHE_UP_TO_HERE) };
}

/** Through the SDK's own translation: what the API cannot enforce (minimum, maxLength, ...) goes into descriptions. */
function formatParam({ name, schema }: OutputFormat): Anthropic.JSONOutputFormat {
  try {
    const format = jsonSchemaOutputFormat({ ...schema, type: 'object' });
    return { type: format.type, schema: format.schema };
  } catch (cause) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `The schema of the output "${name}" is not one that Anthropic can take.`,
      {
        details: { field: 'output.schema', output: name },
        cause,
      },
    );
  }
}
