import type { RetryPolicy } from '@arbiter/contracts';
import type {
  JsonSchema,
  LanguageModel,
  StopReason,
  TextCitation,
  TokenUsage,
  ToolCall,
  ToolDefinition,
} from '../../language-model.js';

/** Reaction of a vendor, or of its stand-in, to one request. */
export type ScriptedReply =
  | {
      readonly type: 'answer';
      /** The text in the pieces of the stream. */
      readonly pieces: readonly string[];
      /** What a piece rests on, by its index. */
      readonly citations?: Readonly<Record<number, readonly TextCitation[]>>;
      /** What the model thinks before it answers, in pieces, as its vendor sends that. */
      readonly thinking?: readonly string[];
      readonly toolCalls?: readonly ToolCall[];
      /** Default: `tool-use` with tool calls, else `end`. */
      readonly stopReason?: StopReason;
      /** Default: {@link SCRIPTED_USAGE}. */
      readonly usage?: TokenUsage;
    }
  | {
      readonly type: 'failure';
      readonly code: ScriptedFailureCode;
      /** The value of a Retry-After header. */
      readonly retryAfter?: string;
      /** The vendor says in its own words, and with its own status, that the model sees no pictures. */
      readonly seesNoPictures?: true;
    }
  /** The connection breaks after these pieces. */
  | { readonly type: 'cut'; readonly pieces: readonly string[] }
  /** Nothing follows these pieces, not even a status if there are none; the connection stays open. */
  | { readonly type: 'hang'; readonly pieces: readonly string[] };

export type ScriptedFailureCode =
  | 'INVALID_REQUEST'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'RATE_LIMITED'
  | 'OVERLOADED'
  | 'UNAVAILABLE';

/** HTTP status of each failure at vendors. */
export const STATUS_OF_FAILURE: Readonly<Record<ScriptedFailureCode, number>> = {
  INVALID_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  OVERLOADED: 503,
  UNAVAILABLE: 500,
};

export const SCRIPTED_USAGE: TokenUsage = {
  inputTokens: 25,
  outputTokens: 15,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
};

export type ScriptedAnswer = Extract<ScriptedReply, { type: 'answer' }>;

export function stopReasonOf({ stopReason, toolCalls = [] }: ScriptedAnswer): StopReason {
  return stopReason ?? (toolCalls.length > 0 ? 'tool-use' : 'end');
}

/** A request in neutral terms, as a stand-in decodes it from the vendor's wire format. */
export interface ReceivedPrompt {
  readonly system: string;
  readonly messages: readonly ReceivedMessage[];
  readonly maxTokens: number;
  /** Null if none was sent. */
  readonly temperature: number | null;
  readonly stopSequences: readonly string[];
  /** Null if no structured output was requested. */
  readonly schema: JsonSchema | null;
  readonly tools: readonly ToolDefinition[];
}

export type ReceivedMessage =
  /** `pictures` as base64, in the order in which they stand before the text; absent where there are none. */
  | { readonly role: 'user'; readonly text: string; readonly pictures?: readonly string[] }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly Omit<ToolCall, 'id'>[] }
  | { readonly role: 'tool'; readonly results: readonly { readonly name: string; readonly text: string }[] };

/** A language model with a vendor that answers from a script. */
export interface LanguageModelStage {
  readonly model: LanguageModel;
  /** The prompts that reached the vendor, in order. */
  readonly received: readonly ReceivedPrompt[];
  /** Violations of the vendor's rules in requests; empty if there are none. */
  readonly violations: readonly string[];
  /** Resolves once the vendor has seen this many unfinished answers abandoned. */
  untilAbandoned(count: number): Promise<void>;
  /** Closes the model and the vendor. */
  close(): Promise<void>;
}

export interface StageOptions {
  /** Reactions to the requests in order; an additional request is a violation. */
  readonly replies: readonly ScriptedReply[];
  readonly retry: RetryPolicy;
}

/** Differences between vendors. */
export interface LanguageModelTraits {
  /** The vendor supports a temperature. */
  readonly temperature: boolean;
  /** The vendor distinguishes a stop sequence from an end. */
  readonly namesStopSequence: boolean;
  /** The vendor reports a refusal. */
  readonly namesRefusal: boolean;
  /** Reported usage of the prompt cache. */
  readonly cacheUsage: 'none' | 'read' | 'read and write';
  readonly countsExactly: boolean;
}

/** State of a vendor's stand-in: its script, the requests received, and their violations. */
export class ScriptedVendor {
  readonly received: ReceivedPrompt[] = [];
  readonly violations: string[] = [];

  constructor(private readonly replies: readonly ScriptedReply[]) {}

  /** The reply to a prompt; an additional prompt is a violation, and fails without a retry. */
  replyTo(prompt: ReceivedPrompt): ScriptedReply {
    this.received.push(prompt);
    const reply = this.replies[this.received.length - 1];
    if (reply) return reply;
    this.violations.push(`there was a prompt ${this.received.length}, for which the script has no reply`);
    return { type: 'failure', code: 'INVALID_REQUEST' };
  }
}
