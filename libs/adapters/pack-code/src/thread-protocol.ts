import { ERROR_TABLE, Passage, PayloadType, ToolName, type ErrorCode } from '@arbiter/contracts';
import { z } from 'zod';

const Json = z.record(z.string(), z.unknown());

/** A tool as its thread describes it. */
export const DescribedTool = z.strictObject({
  entry: z.string(),
  name: ToolName,
  aliases: z.array(ToolName).max(20),
  version: z.string().max(100),
  description: z.string().min(1).max(4_000),
  /** JSON Schema. */
  inputSchema: Json,
  cacheable: z.boolean(),
  idempotent: z.boolean(),
  timeoutMs: z.number().min(1).max(600_000),
  /** Whether it may want to run without being chosen. */
  triggers: z.boolean(),
});
export type DescribedTool = z.output<typeof DescribedTool>;

/** Why a tool cannot be had. */
export const LoadProblem = z.strictObject({
  entry: z.string(),
  message: z.string(),
  /** From 1, in its file; null where that is not known. */
  line: z.int().min(1).nullable(),
});
export type LoadProblem = z.output<typeof LoadProblem>;

const Failure = z.strictObject({
  code: z.enum(Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]]),
  message: z.string().max(4_000),
});
export type Failure = z.output<typeof Failure>;

const Output = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('result'),
    objects: z.array(Json),
    metadata: Json,
    name: z.string().max(200),
    payloadType: PayloadType,
    llmMessage: z.string().max(4_000),
    confidence: z.number().min(0).max(1).exactOptional(),
    statement: z
      .strictObject({ text: z.string().min(1).max(20_000), passages: z.array(Passage).max(50) })
      .exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('error'),
    message: z.string().max(4_000),
    recoverable: z.boolean(),
    suggestion: z.string().max(4_000).nullable(),
  }),
  z.strictObject({ kind: z.literal('status'), message: z.string().max(4_000) }),
  z.strictObject({ kind: z.literal('token'), content: z.string().max(20_000) }),
]);
export type ThreadOutput = z.output<typeof Output>;

const id = z.int();

/** What comes from the thread. It runs code of others, so nothing of it is believed before it is parsed. */
export const FromThread = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('loaded'),
    tools: z.array(DescribedTool).max(200),
    problems: z.array(LoadProblem).max(200),
  }),
  z.strictObject({ type: z.literal('output'), id, output: Output }),
  z.strictObject({ type: z.literal('done'), id }),
  z.strictObject({ type: z.literal('triggered'), id, wanted: z.boolean(), inputs: Json }),
  z.strictObject({ type: z.literal('failed'), id, error: Failure }),
  /** A document, or the digest of its related files: checked by who asked. */
  z.strictObject({ type: z.literal('parsed'), id, value: z.unknown() }),
  /** Asks the library on behalf of a run. */
  z.strictObject({ type: z.literal('ask'), id, ask: z.int(), operation: z.string().max(100), input: Json }),
  /** Wants to compute something, unless the record of the answer has it. */
  z.strictObject({ type: z.literal('record'), id, ask: z.int(), name: z.string().max(100) }),
  z.strictObject({ type: z.literal('computed'), id, ask: z.int(), value: z.unknown() }),
  z.strictObject({ type: z.literal('not-computed'), id, ask: z.int(), error: Failure }),
]);
export type FromThread = z.output<typeof FromThread>;

/** What of a run's state a tool in a thread sees. */
export interface ThreadTree {
  readonly userPrompt: string;
  readonly collectionNames: readonly string[];
  readonly conversationHistory: readonly { readonly role: 'user' | 'assistant' | 'system'; readonly content: string }[];
  /** Names of the tools that have run already. */
  readonly completed: readonly string[];
}

/** A document for a parser in a thread. */
export interface ThreadDocument {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly language?: string | undefined;
  /** Files beside it, which the thread asks for by `RELATED`; the same number stands for the same folder. */
  readonly related?: { readonly folder: number; readonly names: readonly string[] };
}

/** In the place of an operation: a file beside a document, by its name. */
export const RELATED = 'related';

/** What goes to the thread. */
export type ToThread =
  | {
      readonly type: 'parse';
      readonly id: number;
      readonly entry: string;
      readonly wanted: 'document' | 'digest';
      readonly document: ThreadDocument;
    }
  | {
      readonly type: 'run';
      readonly id: number;
      readonly entry: string;
      readonly inputs: Readonly<Record<string, unknown>>;
      readonly tree: ThreadTree;
      readonly call: { readonly deadline: number; readonly requestId: string; readonly traceparent: string };
      readonly previousResults: readonly (readonly [string, unknown])[];
    }
  | { readonly type: 'trigger'; readonly id: number; readonly entry: string; readonly tree: ThreadTree }
  /** The consumer has taken an output and wants the next. */
  | { readonly type: 'more'; readonly id: number }
  | { readonly type: 'abort'; readonly id: number }
  /** The record does not have what the run wants to compute. */
  | { readonly type: 'compute'; readonly ask: number }
  | { readonly type: 'told'; readonly ask: number; readonly value: unknown }
  | { readonly type: 'refused'; readonly ask: number; readonly error: Failure };

export interface ThreadModule {
  readonly entry: string;
  readonly file: string;
  readonly exportName: string;
}

export interface ThreadSettings {
  readonly folder: string;
  /** As in `PackCode`. */
  readonly digests?: Readonly<Record<string, string>>;
  readonly modules: readonly ThreadModule[];
  readonly parsers: readonly ThreadModule[];
  /** `inspect` reads, compiles and links, and runs nothing. */
  readonly mode: 'inspect' | 'run';
}
