import type { RetryPolicy } from '@arbiter/contracts';
import type {
  JsonSchema,
  LanguageModel,
  StopReason,
  TokenUsage,
  ToolCall,
  ToolDefinition,
} from '../../language-model.js';

/** What a vendor, or something that stands in for it, does with one request. */
export type ScriptedReply =
  | {
      readonly type: 'answer';
      /** The text in the pieces in which it is streamed. */
      readonly pieces: readonly string[];
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
    }
  /** The connection breaks after these pieces. */
  | { readonly type: 'cut'; readonly pieces: readonly string[] }
  /** Nothing comes after these pieces, not even a status when there are none; the connection stays open. */
  | { readonly type: 'hang'; readonly pieces: readonly string[] };

export type ScriptedFailureCode =
  'INVALID_REQUEST' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND' | 'RATE_LIMITED' | 'OVERLOADED' | 'UNAVAILABLE';

/** The HTTP status by which vendors say each. */
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

/** What a request says, in neutral words: what a stand-in reads back from the vendor's wire format. */
export interface ReceivedPrompt {
  readonly system: string;
  readonly messages: readonly ReceivedMessage[];
  readonly maxTokens: number;
  /** Null where none was sent. */
  readonly temperature: number | null;
  readonly stopSequences: readonly string[];
  /** Null where prose was asked for. */
  readonly schema: JsonSchema | null;
  readonly tools: readonly ToolDefinition[];
}

export type ReceivedMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly Omit<ToolCall, 'id'>[] }
  | { readonly role: 'tool'; readonly results: readonly { readonly name: string; readonly text: string }[] };

/** A language model whose vendor reads its answers from a script. */
export interface LanguageModelStage {
  readonly model: LanguageModel;
  /** The prompts that reached the vendor, in order. */
  readonly received: readonly ReceivedPrompt[];
  /** What was wrong with requests in the eyes of the vendor; empty when all is well. */
  readonly violations: readonly string[];
  /** Resolves once the vendor has seen that many of its answers left before their end. */
  untilAbandoned(count: number): Promise<void>;
  /** Closes the model and the vendor. */
  close(): Promise<void>;
}

export interface StageOptions {
  /** What the vendor does with the first request, the second, and so on; a request too many is a violation. */
  readonly replies: readonly ScriptedReply[];
  readonly retry: RetryPolicy;
}

/** Where vendors differ. */
export interface LanguageModelTraits {
  /** The vendor takes a temperature. */
  readonly temperature: boolean;
  /** The vendor tells a stop sequence from an end. */
  readonly namesStopSequence: boolean;
  /** The vendor says when it refuses. */
  readonly namesRefusal: boolean;
  /** What the vendor says of its prompt cache. */
  readonly cacheUsage: 'none' | 'read' | 'read and write';
  readonly countsExactly: boolean;
}

/** The memory of a vendor's stand-in: what it is to answer, what it was asked, and what was wrong with that. */
export class ScriptedVendor {
  readonly received: ReceivedPrompt[] = [];
  readonly violations: string[] = [];

  constructor(private readonly replies: readonly ScriptedReply[]) {}

  /** The reply to a prompt; a prompt too many is a violation, and fails for good. */
  replyTo(prompt: ReceivedPrompt): ScriptedReply {
    this.received.push(prompt);
    const reply = this.replies[this.received.length - 1];
    if (reply) return reply;
    this.violations.push(`there was a prompt ${this.received.length}, for which the script has no reply`);
    return { type: 'failure', code: 'INVALID_REQUEST' };
  }
}
