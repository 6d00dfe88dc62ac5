import {
  BackedLanguageModel,
  type BackedLanguageModelOptions,
  DEFAULT_THINKING_TOKENS,
  type Completion,
  estimateRequestTokens,
  type ModelBackend,
  type ModelPiece,
  picturesOf,
  seesNoPictures,
} from '@arbiter/adapter-kit/language-model';
import {
  type Clock,
  type GenerationRequest,
  type LanguageModel,
  type Message,
  SYSTEM_CLOCK,
  type TokenCount,
  type ToolCall,
} from '@arbiter/ports';
import {
  type ChatRequest,
  type ChatResponse,
  type Message as WireMessage,
  Ollama,
  type Tool,
  type ToolCall as WireToolCall,
} from 'ollama';
import { arbiterErrorOf, fetchUnder } from './ollama-fetch.js';

export const DEFAULT_OLLAMA_HOST = 'http://127.0.0.1:11434';
const CONTEXT_TOKENS = 8_192;

export interface OllamaOptions extends BackedLanguageModelOptions {
  /** As `ollama list` names it, e.g. `llama3.2`. */
  readonly model: string;
  /** Address, as in OLLAMA_HOST. */
  readonly host?: string;
  /**
   * Tokens of prompt and answer together (`num_ctx`). Costs memory, and the model is loaded anew when it differs from
   * that of the last call. Ollama's own default of 4 096 is short for an answer from sources.
   */
  readonly contextTokens?: number;
  /** How long the model stays loaded after a call, e.g. `5m`; Ollama's own setting when absent. */
  readonly keepAlive?: string;
  /** Tokens of thought beside those of the answer, where the model thinks. Default: {@link DEFAULT_THINKING_TOKENS}. */
  readonly thinkingTokens?: number | undefined;
  /** For dates in Retry-After. */
  readonly clock?: Clock;
}

/** Connects to nothing yet. */
export function createOllamaLanguageModel({
  model,
  host = DEFAULT_OLLAMA_HOST,
  contextTokens = CONTEXT_TOKENS,
  keepAlive,
  thinkingTokens = DEFAULT_THINKING_TOKENS,
  clock = SYSTEM_CLOCK,
  ...options
}: OllamaOptions): LanguageModel {
  const server = { host, thinkingTokens, ...(keepAlive !== undefined && { keepAlive }) };
  return new BackedLanguageModel(new OllamaBackend(server, model, contextTokens, clock), options);
}

interface OllamaServer {
  readonly host: string;
  readonly thinkingTokens: number;
  readonly keepAlive?: string;
}

/** One attempt at Ollama's chat. */
class OllamaBackend implements ModelBackend {
  readonly name: string;
  #capabilities: readonly string[] | undefined;

  constructor(
    private readonly server: OllamaServer,
    private readonly model: string,
    readonly contextTokens: number,
    private readonly clock: Clock,
  ) {
    this.name = `ollama/${model}`;
  }

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<ModelPiece> {
    const calls: WireToolCall[] = [];
    if (!(await this.#isLoaded(signal))) yield { activity: 'loading' };
    try {
      const can = await this.#can(signal);
      // Ollama would show a model without eyes the number of the picture, and the model would make something up.
      if (can?.includes('vision') === false && request.messages.some((each) => picturesOf(each).length > 0))
        throw seesNoPictures('Ollama');
      const thinkingTokens = can?.includes('thinking') ? this.server.thinkingTokens : 0;
      const params = chatRequest(this.model, request, this.contextTokens, { ...this.server, thinkingTokens });
      for await (const part of await this.#client(signal).chat({ ...params, stream: true })) {
        calls.push(...(part.message.tool_calls ?? []));
        if (part.message.thinking) yield { activity: 'thinking' };
        yield part.message.content;
        if (part.done) yield completionOf(part, toolCallsOf(calls, request));
      }
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.#remedy(), this.clock);
    }
  }

  /** Ollama has no endpoint for it. */
  countTokens(request: GenerationRequest): Promise<TokenCount> {
    return Promise.resolve(estimateRequestTokens(request, this.name));
  }

  async health(signal: AbortSignal): Promise<void> {
    try {
      await this.#client(signal).show({ model: this.model });
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.#remedy(), this.clock);
    }
  }

  /**
   * What the model is able to do, by Ollama's words: `thinking`, whose thoughts count against the limit of an answer, so that it
   * needs a higher one; `vision`. Undefined where Ollama does not tell.
   */
  async #can(signal: AbortSignal): Promise<readonly string[] | undefined> {
    try {
      this.#capabilities ??= (await this.#client(signal).show({ model: this.model })).capabilities;
    } catch {
      // The chat says what is wrong.
    }
    return this.#capabilities;
  }

  /** A request without a prompt loads the model, if it has the same context as those that follow. */
  async warmUp(signal: AbortSignal): Promise<void> {
    const { keepAlive, thinkingTokens } = this.server;
    try {
      const contextTokens = this.contextTokens + ((await this.#can(signal))?.includes('thinking') ? thinkingTokens : 0);
      await this.#client(signal).generate({
        model: this.model,
        prompt: '',
        stream: false,
        options: { num_ctx: contextTokens },
        ...(keepAlive !== undefined && { keep_alive: keepAlive }),
      });
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.#remedy(), this.clock);
    }
  }

  /** It takes a second to a few minutes to load a model, in which Ollama says nothing. */
  async #isLoaded(signal: AbortSignal): Promise<boolean> {
    const tagged = this.model.includes(':') ? this.model : `${this.model}:latest`;
    try {
      return (await this.#client(signal).ps()).models.some(({ name }) => name === tagged);
    } catch {
      // The chat says what is wrong.
      return true;
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
function chatRequest(
  model: string,
  request: GenerationRequest,
  contextTokens: number,
  { keepAlive, thinkingTokens }: Omit<OllamaServer, 'host'>,
): StrictChatRequest {
  const { system, messages, maxTokens, temperature, stopSequences = [], output, tools = [] } = request;
  return {
    model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages.flatMap(wireMessages)],
    options: {
      num_ctx: contextTokens + thinkingTokens,
      num_predict: maxTokens + thinkingTokens,
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
  const images = picturesOf(message).map(({ data }) => data);
  return [
    {
      role: message.role,
      content: message.text,
      // Ollama puts them before the text.
      ...(images.length > 0 && { images }),
      ...(calls.length > 0 && {
        tool_calls: calls.map((call) => ({ function: { name: call.name, arguments: { ...call.arguments } } })),
      }),
    },
  ];
}
