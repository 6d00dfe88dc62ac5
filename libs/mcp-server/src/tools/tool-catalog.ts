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
  type QueryEvent,
  type SearchMethod,
} from '@arbiter/contracts';
import { ingestionStatusTool, ingestTool } from './ingestion-tools.js';
import type { McpTool } from './mcp-tool.js';
import { operationTool } from './operation-tool.js';
import type { ProgressNotice } from './progress.reporter.js';
import { renderAnswer } from './render-answer.js';
import { searchTool } from './search-tool.js';

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
  // A client is shown no text that may have to be taken back.
  if (event.type !== 'stage') return null;
  const { stage, status, detail } = event;
  return { message: status === 'started' || detail === '' ? stage : `${stage}: ${detail}` };
}
