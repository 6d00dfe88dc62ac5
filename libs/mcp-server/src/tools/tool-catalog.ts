import {
  detect,
  extractClaims,
  getJob,
  OPERATIONS,
  query,
  search,
  submitJob,
  validate,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
  type QueryEvent,
  type SearchMethod,
  WRITING_MESSAGES,
} from '@arbiter/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { ingestionStatusTool, ingestTool } from './ingestion-tools.js';
import { runOperation, textContent, type McpTool, type ProgressNotice, type ToolCall } from './mcp-tool.js';
import { renderAnswer } from './render-results.js';
import { searchTool } from './search-tool.js';
import { inputSchemaOf, outputSchemaOf, parseArguments } from './tool-schema.js';

/** The method of each name under which a search is exposed. */
const SEARCH_TOOLS: Readonly<Record<string, SearchMethod>> = {
  'hybrid-search': 'hybrid',
  'vector-search': 'vector',
  'keyword-search': 'keyword',
};

const SOURCES_FIELD =
  'The passages that the answer rests on: {id, document, chunkId, content, metadata, score}, in the order of the markers.';

/** How operations are shown where it does not follow from their contract. */
const FACES = new Map<AnyOperation, (name: string) => McpTool>([
  [
    query,
    (name) =>
      operationTool(name, query, {
        title: 'Ask the library',
        fields: {
          query: 'The question, in words.',
          domain: 'The domain pack to ask; its collections are searched.',
          collections: 'The collections to search; all of the library when neither this nor a domain is given.',
          sessionId: 'Reads the question as a follow-up in this session, and remembers it and its answer there.',
          mode: 'How much effort: "fast" makes no plan and searches once, "deep" also seeks what lies behind the question.',
          validate: 'False shows the answer without checking it against its sources.',
          includeProvenance: 'False leaves the citations out.',
          includePassages: 'True also returns the passages that the answer was sought in.',
        },
        render: renderAnswer,
        noticeOf: describeStage,
      }),
  ],
  [search, (name) => searchTool(name, SEARCH_TOOLS[name] ?? 'hybrid')],
  [
    validate,
    (name) =>
      operationTool(name, validate, {
        title: 'Check an answer',
        fields: { query: 'The question that was asked.', answer: 'The answer to check.', sources: SOURCES_FIELD },
      }),
  ],
  [
    detect,
    (name) => operationTool(name, detect, { title: 'Find unsupported claims', fields: { sources: SOURCES_FIELD } }),
  ],
  [extractClaims, (name) => operationTool(name, extractClaims, { title: 'Take an answer apart into claims' })],
  [submitJob, (name) => ingestTool(name, getJob.mcp?.tool ?? '')],
  [getJob, ingestionStatusTool],
]);

/** Every tool that the contracts expose, by name and alias, in the order of the operations. */
export const TOOLS: readonly McpTool[] = OPERATIONS.flatMap((operation) => {
  const { mcp } = operation;
  if (!mcp) return [];
  const face = FACES.get(operation) ?? ((name: string) => operationTool(name, operation, { title: name }));
  return [mcp.tool, ...(mcp.aliases ?? [])].map(face);
});

/** The tools that a client is offered. @param mayIngest whether it may change the library */
export function offeredTools(mayIngest: boolean): readonly McpTool[] {
  return mayIngest ? TOOLS : TOOLS.filter(({ name }) => name !== submitJob.mcp?.tool);
}

function describeStage(event: QueryEvent): ProgressNotice | null {
  if (event.type === 'status') return { message: `synthesise: ${WRITING_MESSAGES[event.status]}` };
  // A client is shown no text that may have to be taken back.
  if (event.type !== 'stage') return null;
  const { stage, status, detail } = event;
  return { message: status === 'started' || detail === '' ? stage : `${stage}: ${detail}` };
}

/** How an operation is shown; what is left out follows from its contract. */
export interface OperationFace<O extends AnyOperation> {
  readonly title: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** What a result looks like as text; its JSON when absent. */
  readonly render?: (output: OperationOutput<O>, call: ToolCall) => Promise<readonly ContentBlock[]>;
  readonly noticeOf?: (event: OperationEvent<O>) => ProgressNotice | null;
}

/** A tool whose arguments and result are input and output of its operation. It reads and changes nothing. */
export function operationTool<O extends AnyOperation>(
  name: string,
  operation: O,
  { title, fields = {}, render = asJson, noticeOf = () => null }: OperationFace<O>,
): McpTool {
  return {
    name,
    title,
    description: operation.summary,
    inputSchema: inputSchemaOf(operation.input, fields),
    outputSchema: outputSchemaOf(operation.output),
    annotations: { readOnlyHint: true, idempotentHint: operation.idempotent, openWorldHint: false },
    async run(args, call) {
      const input = parseArguments(operation.input, args) as OperationRequest<O>;
      const output = await runOperation(operation, input, call, noticeOf);
      return { structured: output as Record<string, unknown>, content: await render(output, call) };
    },
  };
}

function asJson(output: unknown): Promise<readonly ContentBlock[]> {
  return Promise.resolve([textContent(JSON.stringify(output))]);
}

const encoder = new TextEncoder();

/** What a client is told of each tool. @param mayIngest whether it may change the library */
export function listedTools(mayIngest: boolean): object[] {
  return offeredTools(mayIngest).map(({ run: _, ...shown }) => shown);
}

/** The same as the result of `tools/list`, serialised once: it has some 70 KB, and every session asks for it. */
const SERIALISED = new Map<boolean, Uint8Array>();

export function serialisedToolList(mayIngest: boolean): Uint8Array {
  const known = SERIALISED.get(mayIngest);
  if (known) return known;
  const made = encoder.encode(JSON.stringify({ tools: listedTools(mayIngest) }));
  SERIALISED.set(mayIngest, made);
  return made;
}
