import {
  decideChanges,
  detect,
  expand,
  extractChanges,
  extractClaims,
  findEntities,
  findPath,
  getSession,
  listChanges,
  listSessions,
  OPERATIONS,
  previews,
  validate,
} from '@arbiter/contracts';
import { AGENTIC_SEARCH, QUERY, RATE_ANSWER, READ_ANSWER } from './answer-tools.js';
import { CONNECTOR_TOOLS } from './connector-tools.js';
import { DELETE_DOCUMENT, LIST_COLLECTIONS, LIST_DOCUMENTS, READ_DOCUMENT } from './document-tools.js';
import { INGEST, INGESTION_STATUS } from './ingestion-tools.js';
import { toolOf, WRITES, type McpTool } from './mcp-tool.js';
import { SEARCH_PAGES } from './page-tools.js';
import { SEARCH_TOOLS } from './search-tool.js';

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

/** The tools of operations, as their contracts name them. */
const OF_OPERATIONS: readonly McpTool[] = [
  ...[QUERY, AGENTIC_SEARCH, READ_ANSWER, RATE_ANSWER],
  ...SEARCH_TOOLS,
  SEARCH_PAGES,
  ...[LIST_COLLECTIONS, LIST_DOCUMENTS, READ_DOCUMENT, DELETE_DOCUMENT],
  ...[INGEST, INGESTION_STATUS],
  toolOf(validate, {
    title: 'Check an answer',
    shown: validate.input.pick({ query: true, answer: true, sources: true, queryType: true, domain: true }),
    fields: { query: 'The question that was asked.', answer: 'The answer to check.', sources: SOURCES_FIELD },
  }),
  toolOf(detect, {
    title: 'Find unsupported claims',
    shown: detect.input.pick({ answer: true, sources: true }),
    fields: { sources: SOURCES_FIELD },
  }),
  toolOf(extractClaims, { title: 'Take an answer apart into claims' }),
  toolOf(findEntities, {
    title: 'Find entities',
    fields: { name: 'A name or alias, or how its words begin.', offset: 'Best results to skip.' },
  }),
  toolOf(findPath, {
    title: 'Find a path between entities',
    fields: { from: ENTITY_FIELD, to: ENTITY_FIELD },
  }),
  toolOf(previews, {
    title: 'Preview entities',
    shown: previews.input.omit({ explain: true, weights: true }),
    fields: { query: 'The question that they are to answer.' },
  }),
  toolOf(expand, { title: 'What is known of entities' }),
  toolOf(listChanges, { title: 'List what changed', fields: { after: NEXT_FIELD } }),
  // Only proposals: what becomes part of the changelog is decided by `decide-changes`.
  toolOf(extractChanges, {
    title: 'Read changes from sessions',
    description: 'What sessions changed according to their documents: proposals with evidence, for a person to decide.',
    input: extractChanges.input.omit({ policy: true }),
  }),
  toolOf(decideChanges, {
    title: 'Decide proposed changes',
    fields: { by: 'The person who decides.', accept: 'Ids of proposals that "extract-changes" gave.' },
    annotations: WRITES,
  }),
  toolOf(listSessions, { title: 'List the sessions', fields: { after: NEXT_FIELD } }),
  toolOf(getSession, { title: 'Read a session' }),
];

/** Every tool but those of domains: of the contracts by name and alias, in the order of the operations, and of connectors. */
export const TOOLS: readonly McpTool[] = [
  ...OPERATIONS.flatMap(({ mcp }) => (mcp ? [mcp.tool, ...(mcp.aliases ?? [])] : [])).flatMap(
    (name) => OF_OPERATIONS.find((tool) => tool.name === name) ?? [],
  ),
  ...CONNECTOR_TOOLS,
];

/** Those that every client is offered. @param mayIngest whether it may change the library */
export function sharedTools(mayIngest: boolean): readonly McpTool[] {
  return mayIngest ? TOOLS : TOOLS.filter(({ annotations }) => annotations.destructiveHint !== true);
}
