import { shownText, type AnyOperation } from '@arbiter/contracts';
import type { ContentBlock, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Library } from '../library.js';
import { inputSchemaOf, parseArguments, type FieldNotes, type JsonSchema } from './tool-schema.js';

export interface ToolOutput {
  /** By the output schema, where there is one; absent where the text says it all. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** For models and people. */
  readonly content: readonly ContentBlock[];
}

/** A tool as clients see it. */
export interface McpTool {
  readonly name: string;
  /** For people who choose among tools. */
  readonly title: string;
  /** For models that choose among tools. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Absent where a result is read as text: every client pays for it with every list. */
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  /**
   * @param args not yet validated
   * @throws ArbiterError INVALID_REQUEST with the issues for arguments that do not fit; what the operation fails with
   */
  readonly run: (args: unknown, library: Library) => Promise<ToolOutput>;
}

/** Of a tool that changes nothing, and reaches nothing but the library. */
export const READS = { readOnlyHint: true, openWorldHint: false } as const;
/** Of a tool that changes the library. */
export const WRITES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** What a tool is, beside what follows from its operation. */
export interface ToolFace<S extends z.ZodType>
  extends Pick<McpTool, 'title'>, Partial<Pick<McpTool, 'name' | 'description' | 'outputSchema'>> {
  /** What a client may say; default: the input of the operation. */
  readonly input?: S;
  /** What of that models are told; default: all of it. */
  readonly shown?: z.ZodType;
  readonly fields?: FieldNotes;
  /** Default: {@link READS}. */
  readonly annotations?: ToolAnnotations;
  /** Default: the output of the operation, as JSON. */
  readonly run?: (args: z.output<S>, library: Library) => Promise<ToolOutput>;
}

/** A tool of an operation: by its name, with its summary, input and output unless others are given. */
export function toolOf<O extends AnyOperation, S extends z.ZodType = O['input']>(
  operation: O,
  { input = operation.input as never, run, ...face }: ToolFace<S>,
): McpTool {
  const asked = async (args: z.output<S>, library: Library): Promise<ToolOutput> =>
    asJson((await library.ask(operation, args as never)) as Record<string, unknown>);
  const { mcp, summary } = operation;
  return defineTool(input, { name: mcp?.tool ?? operation.name, description: summary, ...face, run: run ?? asked });
}

/** @param input what a client may say, of which the tool is told that fits */
export function defineTool<S extends z.ZodType>(
  input: S,
  {
    shown = input,
    fields,
    annotations = READS,
    run,
    ...face
  }: Omit<ToolFace<S>, 'input'> & Required<Pick<ToolFace<S>, 'name' | 'description' | 'run'>>,
): McpTool {
  return {
    ...face,
    inputSchema: inputSchemaOf(shown, fields),
    annotations,
    run: async (args, library) => run(parseArguments(input, args), library),
  };
}

/** What documents say is in nearly every text: none reaches a client with what it does not show. */
export function textContent(text: string): ContentBlock {
  return { type: 'text', text: shownText(text) };
}

/** A result whose text is its JSON. */
export function asJson(output: Readonly<Record<string, unknown>>): ToolOutput {
  return { structured: output, content: [textContent(JSON.stringify(output))] };
}
