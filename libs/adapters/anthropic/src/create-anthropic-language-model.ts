import { Anthropic } from '@anthropic-ai/sdk';
import { BackedLanguageModel, type BackedLanguageModelOptions } from '@arbiter/adapter-kit/language-model';
import { ArbiterError } from '@arbiter/contracts';
import { SYSTEM_CLOCK, type Clock, type LanguageModel } from '@arbiter/ports';
import { AnthropicBackend } from './anthropic-backend.js';
import { ANTHROPIC_KEY_SETTING } from './key-setting.js';

export interface AnthropicOptions extends BackedLanguageModelOptions {
  readonly apiKey: string;
  /** As Anthropic names it, e.g. `claude-sonnet-5-5`. Must know structured outputs where `request.output` is used. */
  readonly model: string;
  /** Without `/v1`. */
  readonly baseUrl?: string;
  /** Default 200 000: no model of Anthropic's that is served today has less. */
  readonly contextTokens?: number;
  /** For dates in Retry-After. */
  readonly clock?: Clock;
}

const DEFAULT_BASE_URL = 'https://api.anthropic.com';
const CONTEXT_TOKENS = 200_000;
/** The SDK's own limit per request, which must not be nearer than a caller's deadline. */
const LONGEST_REQUEST_MS = 3_600_000;

/** @throws ArbiterError UNAUTHENTICATED when the key is empty: without one, do without a language model */
export function createAnthropicLanguageModel({
  apiKey,
  model,
  baseUrl = DEFAULT_BASE_URL,
  contextTokens = CONTEXT_TOKENS,
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
  return new BackedLanguageModel(new AnthropicBackend(client, model, contextTokens, clock), options);
}
