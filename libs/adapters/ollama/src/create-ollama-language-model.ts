import { BackedLanguageModel, type BackedLanguageModelOptions } from '@arbiter/adapter-kit/language-model';
import { SYSTEM_CLOCK, type Clock, type LanguageModel } from '@arbiter/ports';
import { OllamaBackend } from './ollama-backend.js';

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
  /** For dates in Retry-After. */
  readonly clock?: Clock;
}

export const DEFAULT_OLLAMA_HOST = 'http://127.0.0.1:11434';
const CONTEXT_TOKENS = 8_192;

/** Connects to nothing yet. */
export function createOllamaLanguageModel({
  model,
  host = DEFAULT_OLLAMA_HOST,
  contextTokens = CONTEXT_TOKENS,
  keepAlive,
  clock = SYSTEM_CLOCK,
  ...options
}: OllamaOptions): LanguageModel {
  const server = { host, ...(keepAlive !== undefined && { keepAlive }) };
  return new BackedLanguageModel(new OllamaBackend(server, model, contextTokens, clock), options);
}
