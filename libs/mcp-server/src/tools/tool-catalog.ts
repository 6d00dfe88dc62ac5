import {
  agenticSearch,
  decideChanges,
  deleteDocument,
  detect,
  extractChanges,
  expand,
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
  previews,
  query,
  rateAnswer,
  search,
  submitJob,
  validate,
  type AnyOperation,
  type SearchMethod,
} from '@arbiter/contracts';
import { agenticSearchTool, queryTool, rateAnswerTool, readAnswerTool } from './answer-tools.js';
import { CONNECTOR_TOOLS } from './connector-tools.js';
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

const SOURCES_FIELD = {
  type: 'array',
  description:
    'The passages that the answer rests on, in the order of its markers. metadata: {title?, page?, section?, url?}; score: 0–1.',
  items: {
    type: 'object',
    properties: {
      ...Object.fromEntries(['id', 'document', 'chunkId', 'content'].map((field) => [field, { type: 'string' }])),
      metadata: { type: 'object' },
      score: { type: 'number' },
    },
    required: ['id', 'document', 'chunkId', 'content', 'metadata', 'score'],
  },
};
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
        shown: validate.input.pick({ query: true, answer: true, sources: true, queryType: true, domain: true }),
        fields: { query: 'The question that was asked.', answer: 'The answer to check.', sources: SOURCES_FIELD },
      }),
  ],
  [
    detect,
    (name) =>
      operationTool(name, detect, {
        title: 'Find unsupported claims',
        shown: detect.input.pick({ answer: true, sources: true }),
        fields: { sources: SOURCES_FIELD },
      }),
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
    previews,
    (name) =>
      operationTool(name, previews, {
        title: 'Preview entities',
        shown: previews.input.omit({ explain: true, weights: true }),
        fields: { query: 'The question that they are to answer.' },
      }),
  ],
  [expand, (name) => operationTool(name, expand, { title: 'What is known of entities' })],
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

/** Every tool but those of domains: of the contracts by name and alias, in the order of the operations, and of connectors. */
export const TOOLS: readonly McpTool[] = [
  ...OPERATIONS.flatMap((operation) => {
    const { mcp } = operation;
    if (!mcp) return [];
    const face = FACES.get(operation) ?? ((name: string) => operationTool(name, operation, { title: name }));
    return [mcp.tool, ...(mcp.aliases ?? [])].map(face);
  }),
  ...CONNECTOR_TOOLS,
];

/** Those that every client is offered. @param mayIngest whether it may change the library */
export function sharedTools(mayIngest: boolean): readonly McpTool[] {
  return mayIngest ? TOOLS : TOOLS.filter(({ annotations }) => annotations.destructiveHint !== true);
}
