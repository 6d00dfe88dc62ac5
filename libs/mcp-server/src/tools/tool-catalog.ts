import {
  agenticSearch,
  decideChanges,
  deleteDocument,
  detect,
  extractChanges,
  extractClaims,
  findEntities,
  findPath,
  getAnswer,
  getDocumentText,
  getJob,
  getSession,
  listChanges,
  listCollections,
  listDocuments,
  listSessions,
  OPERATIONS,
  query,
  rateAnswer,
  search,
  submitJob,
  validate,
  type AnyOperation,
  type SearchMethod,
} from '@arbiter/contracts';
import { agenticSearchTool, queryTool, rateAnswerTool, readAnswerTool } from './answer-tools.js';
import { deleteDocumentTool, listCollectionsTool, listDocumentsTool, readDocumentTool } from './document-tools.js';
import { ingestionStatusTool, ingestTool } from './ingestion-tools.js';
import type { McpTool } from './mcp-tool.js';
import { operationTool } from './operation-tool.js';
import { searchTool } from './search-tool.js';

/** The method of each name under which a search is exposed. */
const SEARCH_TOOLS: Readonly<Record<string, SearchMethod>> = {
  'hybrid-search': 'hybrid',
  'vector-search': 'vector',
  'keyword-search': 'keyword',
};

const SOURCES_FIELD =
  'The passages that the answer rests on: {id, document, chunkId, content, metadata, score}, in the order of the markers.';
const NEXT_FIELD = '"next" of the page before.';
const ENTITY_FIELD = 'Its id, as "preview-entities" gives it.';

/** How operations are shown where it does not follow from their contract. */
const FACES = new Map<AnyOperation, (name: string) => McpTool>([
  [query, queryTool],
  [agenticSearch, agenticSearchTool],
  [getAnswer, readAnswerTool],
  [rateAnswer, rateAnswerTool],
  [search, (name) => searchTool(name, SEARCH_TOOLS[name] ?? 'hybrid')],
  [listCollections, listCollectionsTool],
  [listDocuments, listDocumentsTool],
  [getDocumentText, readDocumentTool],
  [deleteDocument, deleteDocumentTool],
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
  [
    findEntities,
    (name) =>
      operationTool(name, findEntities, {
        title: 'Find entities',
        fields: { name: 'A name or alias, or how its words begin.', offset: 'Best results to skip.' },
      }),
  ],
  [
    findPath,
    (name) =>
      operationTool(name, findPath, {
        title: 'Find a path between entities',
        fields: { from: ENTITY_FIELD, to: ENTITY_FIELD },
      }),
  ],
  [
    listChanges,
    (name) => operationTool(name, listChanges, { title: 'List what changed', fields: { after: NEXT_FIELD } }),
  ],
  // Only proposals: what becomes part of the changelog is decided by `decide-changes`.
  [
    extractChanges,
    (name) =>
      operationTool(name, extractChanges, {
        title: 'Read changes from sessions',
        description:
          'What sessions changed according to their documents: proposals with evidence, for a person to decide.',
        arguments: extractChanges.input.omit({ policy: true }),
      }),
  ],
  [
    decideChanges,
    (name) =>
      operationTool(name, decideChanges, {
        title: 'Decide proposed changes',
        fields: { by: 'The person who decides.', accept: 'Ids of proposals that "extract-changes" gave.' },
        writes: true,
      }),
  ],
  [
    listSessions,
    (name) => operationTool(name, listSessions, { title: 'List the sessions', fields: { after: NEXT_FIELD } }),
  ],
  [getSession, (name) => operationTool(name, getSession, { title: 'Read a session' })],
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
  return mayIngest ? TOOLS : TOOLS.filter(({ annotations }) => annotations.destructiveHint !== true);
}

const encoder = new TextEncoder();

/** What a client is told of each tool. @param mayIngest whether it may change the library */
export function listedTools(mayIngest: boolean): object[] {
  return offeredTools(mayIngest).map(({ run: _, ...shown }) => shown);
}

/** The same as the result of `tools/list`, serialised once: it has some 30 KB, and every session asks for it. */
const SERIALISED = new Map<boolean, Uint8Array>();

export function serialisedToolList(mayIngest: boolean): Uint8Array {
  const known = SERIALISED.get(mayIngest);
  if (known) return known;
  const made = encoder.encode(JSON.stringify({ tools: listedTools(mayIngest) }));
  SERIALISED.set(mayIngest, made);
  return made;
}
