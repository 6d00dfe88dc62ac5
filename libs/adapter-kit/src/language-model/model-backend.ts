import type { GenerationRequest, StopReason, TokenCount, TokenUsage, ToolCall } from '@arbiter/ports';

/** What is known of a generation once its text is there. */
export interface Completion {
  readonly toolCalls: readonly ToolCall[];
  readonly stopReason: StopReason;
  readonly usage: TokenUsage;
  readonly model: string;
}

/**
 * The part of a language model that differs from vendor to vendor: one attempt over the wire. Checks, retries,
 * structured output and closing are `BackedLanguageModel`'s. Every method rejects with the codes of the LanguageModel
 * port, and ends its request at the vendor when the signal is aborted.
 */
export interface ModelBackend {
  readonly name: string;
  readonly contextTokens: number | null;
  /**
   * @param request keeps the rules of the port
   * @returns the text in pieces as they come; last, once, what else came
   */
  generate(request: GenerationRequest, signal: AbortSignal): AsyncIterable<string | Completion>;
  countTokens(request: GenerationRequest, signal: AbortSignal): Promise<TokenCount>;
  health(signal: AbortSignal): Promise<void>;
}
