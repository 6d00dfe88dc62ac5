import type { JsonSchema, LanguageModel, ToolCall, ToolDefinition } from '../../language-model.js';
import type { RetryPolicy } from '@arbiter/contracts';
import type { ScriptedReply } from './scripted-reply.js';

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
