import type { StopReason, TokenUsage, ToolCall } from '../../language-model.js';

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
