import { type Completion, estimateRequestTokens, type ModelBackend } from '@arbiter/adapter-kit/language-model';
import type { Clock, GenerationRequest, TokenCount, ToolCall } from '@arbiter/ports';
import { Ollama, type ChatResponse, type ToolCall as WireToolCall } from 'ollama';
import { chatRequest } from './chat-request.js';
import { arbiterErrorOf } from './ollama-error.js';
import { fetchUnder } from './ollama-fetch.js';

export interface OllamaServer {
  readonly host: string;
  readonly keepAlive?: string;
}

/** One attempt at Ollama's chat. */
export class OllamaBackend implements ModelBackend {
  readonly name: string;

  constructor(
    private readonly server: OllamaServer,
    private readonly model: string,
    readonly contextTokens: number,
    private readonly clock: Clock,
  ) {
    this.name = `ollama/${model}`;
  }

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<string | Completion> {
    const calls: WireToolCall[] = [];
    try {
      const params = chatRequest(this.model, request, this.contextTokens, this.server.keepAlive);
      for await (const part of await this.#client(signal).chat({ ...params, stream: true })) {
        calls.push(...(part.message.tool_calls ?? []));
        yield part.message.content;
        if (part.done) yield completionOf(part, toolCallsOf(calls, request));
      }
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.#remedy(), this.clock);
    }
  }

  /** Ollama has no endpoint for it. */
  countTokens(request: GenerationRequest): Promise<TokenCount> {
    return Promise.resolve(estimateRequestTokens(request));
  }

  async health(signal: AbortSignal): Promise<void> {
    try {
      await this.#client(signal).show({ model: this.model });
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.#remedy(), this.clock);
    }
  }

  /** One for each call: the SDK takes no signal. */
  #client(signal: AbortSignal): Ollama {
    return new Ollama({ host: this.server.host, fetch: fetchUnder(signal) });
  }

  #remedy(): string {
    return `Ollama does not have the model "${this.model}": run \`ollama pull ${this.model}\`.`;
  }
}

function completionOf(last: ChatResponse, toolCalls: readonly ToolCall[]): Completion {
  // Left out of the JSON where they are 0.
  const counts: Partial<ChatResponse> = last;
  // "stop" is also said at a stop sequence.
  const stopReason = last.done_reason === 'length' ? 'length' : toolCalls.length > 0 ? 'tool-use' : 'end';
  return {
    toolCalls,
    stopReason,
    usage: {
      inputTokens: counts.prompt_eval_count ?? 0,
      outputTokens: counts.eval_count ?? 0,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
    },
    model: last.model,
  };
}

/** Ollama's calls have no ids; these are numbered through the conversation. */
function toolCallsOf(calls: readonly WireToolCall[], { messages }: GenerationRequest): ToolCall[] {
  const earlier = messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []) : []));
  return calls.map(({ function: called }, i) => ({
    id: `call-${earlier.length + i + 1}`,
    name: called.name,
    arguments: called.arguments,
  }));
}
