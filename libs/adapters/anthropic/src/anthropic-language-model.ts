import {
  BackedLanguageModel,
  type BackedLanguageModelOptions,
  type ModelBackend,
  type ModelPiece,
} from '@arbiter/adapter-kit/language-model';
import { ArbiterError } from '@arbiter/contracts';
import { type Clock, type GenerationRequest, type LanguageModel, SYSTEM_CLOCK, type TokenCount } from '@arbiter/ports';
import { Anthropic } from '@anthropic-ai/sdk';
import { ANTHROPIC_KEY_SETTING, arbiterErrorOf } from './anthropic-error.js';
import { CitedDocuments } from './cited-documents.js';
import { CompletionAssembler } from './completion-assembler.js';
import { messageParams, promptParams } from './message-params.js';

const DEFAULT_BASE_URL = 'https://api.anthropic.com';
const CONTEXT_TOKENS = 200_000;
/** The SDK's own limit per request, which must not be nearer than a caller's deadline. */
const LONGEST_REQUEST_MS = 3_600_000;

export interface AnthropicOptions extends BackedLanguageModelOptions {
  readonly apiKey: string;
  /** As Anthropic names it, e.g. `claude-sonnet-5-5`. Must know structured outputs where `request.output` is used. */
  readonly model: string;
  /** Without `/v1`. */
  readonly baseUrl?: string;
  /** Default 200 000: no model of Anthropic's that is served today has less. */
  readonly contextTokens?: number;
  /** Tokens of thought beside those of the answer, ≥ 1,024. Default: it does not think. */
  readonly thinkingTokens?: number | undefined;
  /** For dates in Retry-After. */
  readonly clock?: Clock;
}

/** @throws ArbiterError UNAUTHENTICATED when the key is empty: without one, do without a language model */
export function createAnthropicLanguageModel({
  apiKey,
  model,
  baseUrl = DEFAULT_BASE_URL,
  contextTokens = CONTEXT_TOKENS,
  thinkingTokens = 0,
  clock = SYSTEM_CLOCK,
  ...options
}: AnthropicOptions): LanguageModel {
  if (apiKey.trim() === '') throw new ArbiterError('UNAUTHENTICATED', `There is no key in ${ANTHROPIC_KEY_SETTING}.`);
  const client = new Anthropic({
    apiKey,
    baseURL: baseUrl,
    // One policy for all vendors, see BackedLanguageModel.
    maxRetries: 0,
    timeout: LONGEST_REQUEST_MS,
    // It would log what it cannot parse: prompts and answers.
    logLevel: 'off',
    openTelemetry: false,
  });
  return new BackedLanguageModel(
    new AnthropicBackend(client, model, { contextTokens, thinkingTokens }, clock),
    options,
  );
}

/** One attempt at Anthropic's Messages API. */
class AnthropicBackend implements ModelBackend {
  readonly name: string;
  readonly contextTokens: number;
  readonly bindsCitations = true;

  constructor(
    private readonly client: Anthropic,
    private readonly model: string,
    private readonly tokens: { readonly contextTokens: number; readonly thinkingTokens: number },
    private readonly clock: Clock,
  ) {
    this.name = `anthropic/${model}`;
    this.contextTokens = tokens.contextTokens;
  }

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<ModelPiece> {
    const assembler = new CompletionAssembler(new CitedDocuments(request));
    const params = messageParams(this.model, request, this.tokens.thinkingTokens);
    try {
      for await (const event of await this.client.messages.create(params, { signal })) {
        yield assembler.take(event);
      }
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.model, this.clock);
    }
    yield assembler.completion();
  }

  async countTokens(request: GenerationRequest, signal: AbortSignal): Promise<TokenCount> {
    try {
      const params = { model: this.model, ...promptParams(request) };
      const { input_tokens: tokens } = await this.client.messages.countTokens(params, { signal });
      return { tokens, exact: true };
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.model, this.clock);
    }
  }

  async health(signal: AbortSignal): Promise<void> {
    try {
      await this.client.models.retrieve(this.model, {}, { signal });
    } catch (thrown) {
      throw arbiterErrorOf(thrown, this.model, this.clock);
    }
  }
}
