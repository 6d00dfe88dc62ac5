/** A JSON Schema (draft 2020-12) as plain JSON, for an object at the top. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A function of ours that the model may ask for; the caller runs it, never the port. */
export interface ToolDefinition {
  /** Letters, digits, "_" and "-", at most 64: what all vendors accept. */
  readonly name: string;
  /** When to use it and what it returns; the model reads this. */
  readonly description: string;
  /** Schema of the arguments. */
  readonly parameters: JsonSchema;
}

export interface ToolCall {
  /** Unique within the conversation; the result names it. */
  readonly id: string;
  readonly name: string;
  /** As the model wrote them, parsed but not validated: the caller checks them with the tool's own schema. */
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  /** The tool failed, and `text` says how. */
  readonly isError?: boolean;
}

export type Message =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  /** Answers the tool calls of the assistant message before it, each once. */
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] };

/** The shape of the answer that is wanted instead of prose. */
export interface OutputFormat {
  /** Letters, digits, "_" and "-", at most 64. */
  readonly name: string;
  /** Sent to the vendor, who keeps to it more or less: the caller still validates what comes. */
  readonly schema: JsonSchema;
}

export interface GenerationRequest {
  /** Name and version of what the caller asks with, as in `decision-1`: for records, not sent. */
  readonly prompt?: string;
  /** Instructions that stand above the conversation; '' for none. */
  readonly system: string;
  /** Oldest first, at least one; the first and the last are not the assistant's. */
  readonly messages: readonly Message[];
  /** Most tokens of the answer, ≥ 1. */
  readonly maxTokens: number;
  /** 0 (as repeatable as the model can be) to 1. Left to the model when absent; ignored by models without it. */
  readonly temperature?: number;
  /** The answer ends before the first of these; at most 4, none empty. */
  readonly stopSequences?: readonly string[];
  /** With it `Generation.output` is set. Not together with `tools`. */
  readonly output?: OutputFormat;
  readonly tools?: readonly ToolDefinition[];
  /**
   * How much of the prompt will come again in later requests: the tools, the system text and this many messages from
   * the first on (0–all). Vendors with a prompt cache keep that prefix; it changes costs and latency, never the answer.
   */
  readonly cacheableMessages?: number;
}

/**
 * `end`: said all it had to say. `length`: cut at `maxTokens` or at the end of the context. `stop-sequence`: where a
 * vendor does not tell it from `end`, `end` is given. `tool-use`: waits for the results of `toolCalls`. `refusal`: the
 * vendor's safety rules stopped it; `text` may hold a part.
 */
export type StopReason = 'end' | 'length' | 'stop-sequence' | 'tool-use' | 'refusal';

/** Tokens as the vendor bills them; all 0 where it says nothing. */
export interface TokenUsage {
  /** The whole prompt, what came from or went into a cache included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input, read from the vendor's prompt cache. */
  readonly cachedInputTokens: number;
  /** Of the input, written to it. */
  readonly cacheWriteTokens: number;
}

export interface Generation {
  /** All that the model wrote for the reader; with `request.output` the JSON text. */
  readonly text: string;
  /** The parsed JSON where `request.output` was set and the model did not refuse, else null. Not validated. */
  readonly output: unknown;
  readonly toolCalls: readonly ToolCall[];
  readonly stopReason: StopReason;
  readonly usage: TokenUsage;
  /** The model that answered, as the vendor names it; may be more precise than the one asked for. */
  readonly model: string;
}

export type GenerationEvent =
  | { readonly type: 'text'; readonly text: string }
  /** Once, and last. Its text is that of all events before it. */
  | { readonly type: 'end'; readonly generation: Generation };

export interface TokenCount {
  readonly tokens: number;
  /** false: estimated, on the high side. */
  readonly exact: boolean;
}

export interface GenerateOptions {
  /** Aborting ends the request at the vendor too; the call rejects with the signal's reason. Carries the deadline. */
  readonly signal: AbortSignal;
}

/**
 * A language model somewhere else. Retries what may be retried (see `RetryPolicy`) and rejects with ArbiterError:
 *
 * | code | when |
 * | --- | --- |
 * | INVALID_REQUEST | the request breaks a rule above, is too long for the model, or `output` was cut at `maxTokens` |
 * | UNAUTHENTICATED, FORBIDDEN | the key is wrong, or may not use this model; the message names the setting, not the key |
 * | NOT_FOUND | the vendor does not have the model; the message says how to get it |
 * | RATE_LIMITED | with `details.retryAfterMs`, or null where the vendor does not say |
 * | OVERLOADED | the vendor has too much to do (503, 529) |
 * | UNAVAILABLE | nobody answers, the answer was cut, or it is not what the protocol says (`details.reason`:
 *   `malformed-output` where `output` is not JSON); closed |
 *
 * What an answer has cost that could not be used is in `details.usage` (TokenUsage) of the error; after a retry that gave one, in
 * the usage of that.
 *
 * Nothing that it throws or logs holds a key. Prompts and answers are not logged.
 */
export interface LanguageModel {
  /** Vendor and model, e.g. `ollama/llama3.2`; goes into answers and logs. */
  readonly name: string;
  /** Tokens of prompt and answer together; null where it is not known. */
  readonly contextTokens: number | null;
  generate(request: GenerationRequest, options: GenerateOptions): Promise<Generation>;
  /**
   * The same answer piece by piece. Nothing is sent before the first event is asked for; a reader that leaves the loop
   * ends the request. Once a text event has been given, a failure is not retried: the reader has seen half an answer.
   */
  stream(request: GenerationRequest, options: GenerateOptions): AsyncIterable<GenerationEvent>;
  /** Tokens of the request's prompt. */
  countTokens(request: GenerationRequest, options: GenerateOptions): Promise<TokenCount>;
  /** Resolves when the vendor answers, takes the key and has the model; else rejects as above. Generates nothing. */
  health(signal: AbortSignal): Promise<void>;
  /** Ends open calls with UNAVAILABLE; may be called twice. */
  close(): Promise<void>;
}
