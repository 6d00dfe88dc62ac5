/** A JSON Schema (draft 2020-12) as plain JSON, with an object at the top. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A function that the model may call; the caller runs it, never the port. */
export interface ToolDefinition {
  /** Letters, digits, "_" and "-", at most 64: accepted by all vendors. */
  readonly name: string;
  /** When to use it and what it returns, for the model. */
  readonly description: string;
  /** Schema of the arguments. */
  readonly parameters: JsonSchema;
}

export interface ToolCall {
  /** Unique within the conversation; the result refers to it. */
  readonly id: string;
  readonly name: string;
  /** As the model wrote them, parsed but not validated. The caller validates them against the tool's own schema. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  /** The tool failed, and `text` says how. */
  readonly isError?: boolean;
}

/** A text that a model may cite. */
export interface CitableDocument {
  /** Shown to the model and never cited; '' for none. */
  readonly title: string;
  /** Not blank. */
  readonly text: string;
}

/** A picture for a model to look at. */
export interface MessagePicture {
  readonly mediaType: 'image/jpeg';
  /** The file: at most 3.9 MB, and 8,000 pixels wide and high. */
  readonly data: Uint8Array;
}

export type Message =
  /** `pictures`, then `documents` stand before the text; documents only for a model that `bindsCitations`. */
  | {
      readonly role: 'user';
      readonly text: string;
      readonly documents?: readonly CitableDocument[];
      readonly pictures?: readonly MessagePicture[];
    }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  /** Answers each tool call of the preceding assistant message once. */
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] };

/** The format of structured output. */
export interface OutputFormat {
  /** Letters, digits, "_" and "-", at most 64. */
  readonly name: string;
  /** Sent to the vendor, which may not follow it exactly: the caller still validates the output. */
  readonly schema: JsonSchema;
}

export interface GenerationRequest {
  /** Name and version of the prompt, as in `decision-1`: for records, not sent. */
  readonly prompt?: string;
  /** Instructions before the conversation; '' for none. */
  readonly system: string;
  /** Oldest first, at least one; the first and the last are not the assistant's. */
  readonly messages: readonly Message[];
  /** Most tokens of the answer, ≥ 1. */
  readonly maxTokens: number;
  /** 0 (as repeatable as the model can be) to 1. Default: the model's own; ignored by models without a temperature. */
  readonly temperature?: number;
  /** The answer ends before the first of these; at most 4, none empty. */
  readonly stopSequences?: readonly string[];
  /** Sets `Generation.output`. Cannot be combined with `tools` or documents. */
  readonly output?: OutputFormat;
  readonly tools?: readonly ToolDefinition[];
  /**
   * The prefix of the prompt that later requests will repeat: the tools, the system text and this many first messages (0–all).
   * Vendors with a prompt cache store it. It changes costs and latency, never the answer.
   */
  readonly cacheableMessages?: number;
}

/**
 * `end`: the answer is complete. `length`: cut at `maxTokens` or at the end of the context. `stop-sequence`: some vendors
 * report it as `end`. `tool-use`: waits for the results of `toolCalls`. `refusal`: the vendor's safety rules stopped it; `text`
 * may hold a part.
 */
export type StopReason = 'end' | 'length' | 'stop-sequence' | 'tool-use' | 'refusal';

/** Tokens as the vendor bills them; all 0 if it reports none. */
export interface TokenUsage {
  /** The whole prompt, including tokens read from or written to a cache. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input, read from the vendor's prompt cache. */
  readonly cachedInputTokens: number;
  /** Of the input, written to it. */
  readonly cacheWriteTokens: number;
}

export interface Generation {
  /** The complete text for the reader; with `request.output`, the JSON text. */
  readonly text: string;
  /** The parsed JSON if `request.output` was set and the model did not refuse, else null. Not validated. */
  readonly output: unknown;
  readonly toolCalls: readonly ToolCall[];
  readonly stopReason: StopReason;
  readonly usage: TokenUsage;
  /** The vendor's name of the model that answered; may be more precise than the requested name. */
  readonly model: string;
}

/** What a model does while it gives no text: its weights are being loaded, or it thinks before it answers. */
export type ModelActivity = 'loading' | 'thinking';

/** Part of a document that the vendor says a text rests on. What the part supports is for the caller to check. */
export interface TextCitation {
  /** Index among the documents of all messages, from 0. */
  readonly document: number;
  /** Offsets in the document's text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

export type GenerationEvent =
  /** `citations` are those of this text, not of earlier ones. */
  | { readonly type: 'text'; readonly text: string; readonly citations?: readonly TextCitation[] }
  /** A sign of life; any number of them, before and between texts. What the model thinks is never given out. */
  | { readonly type: 'activity'; readonly activity: ModelActivity }
  /** All text so far was thinking, which the vendor marked only at its end; the answer begins anew. */
  | { readonly type: 'restart' }
  /** Exactly once, as the last event. Its text is that of all earlier events since the last `restart`. */
  | { readonly type: 'end'; readonly generation: Generation };

export interface TokenCount {
  readonly tokens: number;
  /** false: an estimate on the high side. */
  readonly exact: boolean;
}

export interface GenerateOptions {
  /** Aborting also ends the request at the vendor; the call rejects with the signal's reason. Carries the deadline. */
  readonly signal: AbortSignal;
}

/**
 * A remote language model. Retries where a retry may help (see `RetryPolicy`) and rejects with ArbiterError:
 *
 * | code | when |
 * | --- | --- |
 * | INVALID_REQUEST | the request breaks a rule above, is too long for the model, or `output` was cut at `maxTokens` |
 * | UNAUTHENTICATED, FORBIDDEN | the key is wrong, or may not use this model; the message names the setting, not the key |
 * | NOT_FOUND | the vendor does not have the model; the message says how to get it |
 * | RATE_LIMITED | with `details.retryAfterMs`, or null if the vendor gives no time |
 * | OVERLOADED | the vendor is overloaded (503, 529) |
 * | UNAVAILABLE | no answer, a cut answer, a violation of the protocol, or closed |
 * | DEADLINE_EXCEEDED | nothing came for as long as the adapter waits for the first words, or for the next ones |
 *
 * `details.reason` of UNAVAILABLE is `malformed-output` if `output` is not JSON; of INVALID_REQUEST `no-vision` if the model sees
 * no pictures, and `picture-too-large`. `details.usage` (TokenUsage) is the usage of an answer that could not be used. If a retry
 * then succeeds, its usage includes it.
 *
 * Nothing that it throws or logs holds a key. Prompts and answers are not logged.
 */
export interface LanguageModel {
  /** Vendor and model, e.g. `ollama/llama3.2`; used in answers and logs. */
  readonly name: string;
  /** Limit of prompt and answer together, in tokens; null if unknown. */
  readonly contextTokens: number | null;
  /** Takes documents, and says which part of them its text rests on. */
  readonly bindsCitations: boolean;
  generate(request: GenerationRequest, options: GenerateOptions): Promise<Generation>;
  /**
   * The same answer piece by piece. Nothing is sent before the first event is requested; leaving the loop ends the request.
   * After the first text event, a failure is not retried, because the reader has seen a part of the answer.
   */
  stream(request: GenerationRequest, options: GenerateOptions): AsyncIterable<GenerationEvent>;
  /** Tokens of the request's prompt. */
  countTokens(request: GenerationRequest, options: GenerateOptions): Promise<TokenCount>;
  /** Resolves when the vendor answers, accepts the key and has the model; else rejects as above. Generates nothing. */
  health(signal: AbortSignal): Promise<void>;
  /**
   * Has the vendor load the model, where it does so at the first call, and generates nothing.
   *
   * @returns once it is loaded; rejects as above
   */
  warmUp(signal: AbortSignal): Promise<void>;
  /** Ends open calls with UNAVAILABLE; may be called twice. */
  close(): Promise<void>;
}
