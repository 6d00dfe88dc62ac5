import {
  BackedLanguageModel,
  type BackedLanguageModelOptions,
  DEFAULT_THINKING_TOKENS,
  estimateRequestTokens,
  type ModelBackend,
  type ModelPiece,
} from '@arbiter/adapter-kit/language-model';
import { ArbiterError } from '@arbiter/contracts';
import { type Clock, type GenerationRequest, type LanguageModel, SYSTEM_CLOCK, type TokenCount } from '@arbiter/ports';
import { OpenAI } from 'openai';
import { chunksOf } from './chat-chunks.js';
import { type ChatDialect, chatParams, dialectOf } from './chat-params.js';
import { CompletionAssembler } from './completion-assembler.js';
import { arbiterErrorOf, modelMissing, OPENAI_KEY_SETTING } from './openai-error.js';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
/** The SDK insists on a key; servers without keys ignore it. */
const NO_KEY = 'none';
/** The SDK's own limit per request, which must not be nearer than a caller's deadline. */
const LONGEST_REQUEST_MS = 3_600_000;

export interface OpenAIOptions extends BackedLanguageModelOptions {
  /** May be '' for a server of one's own that asks for none. */
  readonly apiKey: string;
  /** As the server names it, e.g. `gpt-3.5-turbo`. */
  readonly model: string;
  /** With `/v1`, e.g. `http://127.0.0.1:8000/v1` (vLLM), `http://127.0.0.1:1234/v1` (LM Studio). Default: OpenAI's own. */
  readonly baseUrl?: string;
  /** Tokens of prompt and answer; no server tells. Default: not known. */
  readonly contextTokens?: number | null;
  /** Tokens of thought beside those of the answer, where the model thinks. Default: {@link DEFAULT_THINKING_TOKENS}. */
  readonly thinkingTokens?: number | undefined;
  /** What differs from the dialect that the model's name suggests. */
  readonly dialect?: Partial<ChatDialect>;
  /** For dates in Retry-After. */
  readonly clock?: Clock;
}

/** @throws ArbiterError UNAUTHENTICATED when there is no key for OpenAI itself: without one, do without a language model */
export function createOpenAILanguageModel({
  apiKey,
  model,
  baseUrl = DEFAULT_BASE_URL,
  contextTokens = null,
  thinkingTokens = DEFAULT_THINKING_TOKENS,
  dialect = {},
  clock = SYSTEM_CLOCK,
  ...options
}: OpenAIOptions): LanguageModel {
  const hasKey = apiKey.trim() !== '';
  if (!hasKey && baseUrl === DEFAULT_BASE_URL) {
    throw new ArbiterError('UNAUTHENTICATED', `There is no key in ${OPENAI_KEY_SETTING}.`);
  }
  const client = new OpenAI({
    apiKey: hasKey ? apiKey : NO_KEY,
    baseURL: baseUrl,
    // Not from the environment: these belong to a key that may be another one's.
    organization: null,
    project: null,
    // One policy for all vendors, see BackedLanguageModel.
    maxRetries: 0,
    timeout: LONGEST_REQUEST_MS,
    // It would log what it cannot parse: prompts and answers.
    logLevel: 'off',
  });
  const spoken: ChatDialect = { ...dialectOf(model), ...dialect };
  return new BackedLanguageModel(
    new OpenAIBackend(client, { model, contextTokens, thinkingTokens, dialect: spoken, clock }),
    options,
  );
}

interface BackendTraits {
  readonly model: string;
  readonly contextTokens: number | null;
  readonly thinkingTokens: number;
  readonly dialect: ChatDialect;
  readonly clock: Clock;
}

/** One attempt at a server that speaks OpenAI's chat completions. */
class OpenAIBackend implements ModelBackend {
  readonly name: string;
  readonly contextTokens: number | null;
  #thinks: boolean;

  constructor(
    private readonly client: OpenAI,
    private readonly traits: BackendTraits,
  ) {
    this.name = `openai/${traits.model}`;
    this.contextTokens = traits.contextTokens;
    this.#thinks = traits.dialect.thinks;
  }

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<ModelPiece> {
    const assembler = new CompletionAssembler();
    const { model, dialect, thinkingTokens } = this.traits;
    const maxTokens = request.maxTokens + (this.#thinks ? thinkingTokens : 0);
    const params = chatParams(model, { ...request, maxTokens }, dialect);
    try {
      for await (const chunk of chunksOf(
        await this.client.chat.completions.create(params, { signal }).withResponse(),
      )) {
        const piece = assembler.take(chunk);
        // No server says before that its model thinks.
        if (typeof piece !== 'string') this.#thinks = true;
        yield piece;
      }
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.traits.model, this.traits.clock);
    }
    yield assembler.completion();
  }

  /** There is no endpoint for it, and the server's tokenizer is its own. */
  countTokens(request: GenerationRequest): Promise<TokenCount> {
    return Promise.resolve(estimateRequestTokens(request, this.name));
  }

  /** Looks through the list, since not every server can be asked for one model. */
  async health(signal: AbortSignal): Promise<void> {
    try {
      for await (const { id } of this.client.models.list({ signal })) if (id === this.traits.model) return;
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.traits.model, this.traits.clock);
    }
    throw modelMissing(this.traits.model, this.traits.clock);
  }
}
