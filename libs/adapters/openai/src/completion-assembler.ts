import { type Completion, type ModelSign, toolCallOf, unreachableError } from '@arbiter/adapter-kit/language-model';
import type { StopReason, ToolCall } from '@arbiter/ports';
import type { OpenAI } from 'openai';

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;
/** What servers add to the protocol for models that think: DeepSeek, SGLang and vLLM the first, OpenRouter and newer ones the second. */
interface ThinkingDelta {
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
}
type CallDelta = OpenAI.Chat.Completions.ChatCompletionChunk.Choice.Delta.ToolCall;

const STOP_REASONS: Readonly<Partial<Record<string, StopReason>>> = {
  // Also for a stop sequence: the protocol does not tell them apart.
  stop: 'end',
  length: 'length',
  tool_calls: 'tool-use',
  content_filter: 'refusal',
};

/** Puts together what the chunks of one answer say besides its text. */
export class CompletionAssembler {
  readonly #calls = new Map<number, { id: string; name: string; json: string }>();
  #model = '';
  #finishReason: string | null = null;
  #refused = false;
  #usage: OpenAI.CompletionUsage | null = null;

  /** @returns the text that the chunk brings, or that the model thinks; '' for another sign of life, such as words of a refusal */
  take(chunk: Chunk): ModelSign {
    this.#model = chunk.model;
    if (chunk.usage) this.#usage = chunk.usage;
    const choice = chunk.choices[0];
    if (!choice) return '';
    this.#finishReason = choice.finish_reason ?? this.#finishReason;
    for (const call of choice.delta.tool_calls ?? []) this.#takeCall(call);
    if (choice.delta.refusal) this.#refused = true;
    const text = choice.delta.content ?? '';
    const { reasoning_content, reasoning } = choice.delta as ThinkingDelta;
    return text === '' && (reasoning_content || reasoning) ? { activity: 'thinking' } : text;
  }

  /** @throws ArbiterError UNAVAILABLE when the chunks ended too early, or a tool's arguments are not JSON */
  completion(): Completion {
    if (this.#finishReason === null) throw unreachableError('The OpenAI-compatible server', 'the stream has no end');
    const toolCalls = [...this.#calls.values()].map((call) => toolCallOf('The OpenAI-compatible server', call));
    return {
      toolCalls,
      stopReason: this.#stopReason(toolCalls),
      usage: {
        inputTokens: this.#usage?.prompt_tokens ?? 0,
        outputTokens: this.#usage?.completion_tokens ?? 0,
        cachedInputTokens: this.#usage?.prompt_tokens_details?.cached_tokens ?? 0,
        cacheWriteTokens: this.#usage?.prompt_tokens_details?.cache_write_tokens ?? 0,
      },
      model: this.#model,
    };
  }

  #stopReason(toolCalls: readonly ToolCall[]): StopReason {
    if (this.#refused) return 'refusal';
    const reason = STOP_REASONS[this.#finishReason ?? ''] ?? 'end';
    // Some servers end with "stop" after tool calls, too.
    return reason === 'end' && toolCalls.length > 0 ? 'tool-use' : reason;
  }

  #takeCall({ index, id, function: called }: CallDelta): void {
    const call = this.#calls.get(index) ?? { id: '', name: '', json: '' };
    this.#calls.set(index, {
      id: id ?? call.id,
      name: called?.name ?? call.name,
      json: call.json + (called?.arguments ?? ''),
    });
  }
}
