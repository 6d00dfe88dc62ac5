import { z } from 'zod';
import { RankingWeights } from '../graph/graph-schema.js';
import { GraphSummary } from '../ingestion/graph.operations.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { QueryText } from './search.operation.js';

/** Id of an entity of a knowledge graph. */
export const GraphEntityId = z.string().min(1).max(256);
const Share = z.number().min(0).max(1);

/** A time of the world. Absent: after the last session, as the changelog has it now. */
export const WorldTime = {
  /** The world after this session. */
  asOfSession: z.int().min(0).optional(),
  /** The world at the end of this day, ISO 8601. */
  asOfDate: z.iso.date().optional(),
  /** What the changelog said at this time, RFC 3339: what was believed then. */
  recordedBy: z.iso.datetime({ offset: true }).optional(),
};

/** The same as text of a URL, where every value is text. */
export const WorldTimeInUrl = { ...WorldTime, asOfSession: z.coerce.number().int().min(0).optional() };

/** What a status says of use, as the changelog's words are read. */
export const Availability = z.enum(['available', 'gone', 'closed', 'away', 'hostile', 'unknown']);

export const EntityRelation = z.strictObject({
  from: GraphEntityId,
  /** Such as `led_by`. */
  type: z.string(),
  to: GraphEntityId,
  /** Name of the other end. */
  name: z.string(),
  /** Session since which it holds; null if the documents say so. */
  since: z.int().min(0).nullable(),
});

/** What speaks for an entity, each 0 to 1; the score is their weighted sum. */
export const EntitySignals = z.strictObject({
  semantic: Share,
  centrality: Share,
  recency: Share,
  status: Share,
  proximity: Share,
});

export const EntityPreview = z.strictObject({
  id: GraphEntityId,
  name: z.string(),
  type: z.string(),
  aliases: z.array(z.string()),
  /** In the words of the changelog; null if it gives none. */
  status: z.string().nullable(),
  availability: Availability,
  /** Session of the change; null if nothing changed. */
  since: z.int().min(0).nullable(),
  /** Why it is so, in a sentence; null if nothing changed. */
  reason: z.string().nullable(),
  /** A sentence of the documents that says what it is. */
  definition: z.string(),
  /** How other things stand that the definition and the relations name and that cannot be used, a sentence each. */
  states: z.array(z.string()),
  relations: z.array(EntityRelation),
  importance: Share,
  tokens: z.int().min(0),
  /** Tokens of its expansion. */
  expansionTokens: z.int().min(0),
});
export type EntityPreview = z.output<typeof EntityPreview>;

export const RankedPreview = EntityPreview.extend({
  /** The collection whose graph has it. */
  collection: CollectionName,
  score: z.number(),
  /** Whether the question names it. */
  isNamed: z.boolean(),
  /** False if the question asks for what can be used now and this cannot. */
  isUsable: z.boolean(),
  /** Whether it is offered as an answer: it is usable, and none that is answers much better. */
  isOffered: z.boolean(),
  /** Only if requested. */
  signals: EntitySignals.optional(),
});
export type RankedPreview = z.output<typeof RankedPreview>;

export const CommunityPreview = z.strictObject({
  /** `<level>-<number>`, level 0 the coarsest. */
  id: z.string(),
  level: z.int().min(0),
  /** Names of its most important members. */
  name: z.string(),
  members: z.int().min(1),
  /** How the named members stand that cannot be used, a sentence each. */
  states: z.array(z.string()),
  tokens: z.int().min(0),
  expansionTokens: z.int().min(0),
});
export type CommunityPreview = z.output<typeof CommunityPreview>;

export const RankedCommunity = CommunityPreview.extend({
  /** The collection whose graph has it. */
  collection: CollectionName,
  /** Share of the scores of all previewed entities that its members have. */
  score: Share,
});
export type RankedCommunity = z.output<typeof RankedCommunity>;

export const previews = defineOperation({
  name: 'retriever.previews',
  summary:
    'Rank the people, places and things that answer a question, as they stand at a time, in about 200 tokens each.',
  input: z.strictObject({
    query: QueryText,
    /** Absent: every collection that has a knowledge graph. */
    collections: z.array(CollectionName).min(1).max(32).optional(),
    limit: z.int().min(1).max(50).default(20),
    ...WorldTime,
    /** True shows the signals of each. */
    explain: z.boolean().default(false),
    /** Default: those of the domain, else the shipped ones. */
    weights: RankingWeights.optional(),
  }),
  output: z.strictObject({
    query: z.string(),
    entities: z.array(RankedPreview),
    /** Communities of those entities, the most frequent first. */
    communities: z.array(RankedCommunity),
    /** False if the question asks how things were rather than how they stand. */
    isPresent: z.boolean(),
    /** Tokens of all previews. */
    tokens: z.int().min(0),
    /** Collections without a knowledge graph. */
    withoutGraph: z.array(CollectionName),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  http: { method: 'POST', path: '/v1/previews' },
  mcp: { tool: 'preview-entities' },
  examples: {
    'a question': { query: 'Where can the party rest?' },
    'at a time, with the signals': {
      query: 'Who leads the guild?',
      collections: ['lore'],
      asOfSession: 4,
      explain: true,
    },
    'as it was believed then': {
      query: 'Which pumps run?',
      asOfDate: '2026-02-10',
      recordedBy: '2026-02-11T00:00:00Z',
    },
  },
});

export const getGraph = defineOperation({
  name: 'retriever.get-graph',
  summary: 'Describe the knowledge graph of a collection in numbers.',
  input: z.strictObject({ collection: CollectionName }),
  output: GraphSummary.extend({
    entitiesByType: z.record(z.string(), z.int().min(0)),
    relationsByType: z.record(z.string(), z.int().min(0)),
    /** Communities of each level, the coarsest first. */
    levels: z.array(z.int().min(0)),
    /** Ids of the changelog that mean no entity of the graph. */
    unresolved: z.array(z.string()),
    /** Summed impact of the changes that importance and communities do not know yet, and what follows from it. */
    impact: z.number().min(0),
    rebuild: z.enum(['none', 'wait', 'rebuild', 'force']),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/graphs/{collection}' },
  examples: { 'a collection': { collection: 'default' } },
});

export const listGraphEntities = defineOperation({
  name: 'retriever.list-graph-entities',
  summary: 'List the entities of a knowledge graph with their relations, the most important first.',
  input: z.strictObject({
    collection: CollectionName,
    type: z.string().min(1).max(64).optional(),
    /** Only members of this community. */
    community: z.string().min(1).max(32).optional(),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    ...WorldTimeInUrl,
  }),
  output: z.strictObject({ entities: z.array(EntityPreview), total: z.int().min(0) }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/graphs/{collection}/entities' },
  examples: { 'of a type': { collection: 'default', type: 'person' } },
});

export const listGraphRelations = defineOperation({
  name: 'retriever.list-graph-relations',
  summary: 'List the relations that hold between the entities of a knowledge graph, each once.',
  input: z.strictObject({
    collection: CollectionName,
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(1_000).default(500),
    ...WorldTimeInUrl,
  }),
  output: z.strictObject({
    relations: z.array(EntityRelation.omit({ name: true })),
    total: z.int().min(0),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/graphs/{collection}/relations' },
  examples: { 'after a session': { collection: 'default', asOfSession: 3 } },
});

export const listCommunities = defineOperation({
  name: 'retriever.list-communities',
  summary: 'List the communities of a knowledge graph, the largest first.',
  input: z.strictObject({
    collection: CollectionName,
    /** 0 is the coarsest. Absent: the finest. */
    level: z.coerce.number().int().min(0).max(64).optional(),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  output: z.strictObject({ communities: z.array(CommunityPreview), total: z.int().min(0) }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/graphs/{collection}/communities' },
  examples: { 'a level': { collection: 'default', level: 0 } },
});

export const findPath = defineOperation({
  name: 'retriever.find-path',
  summary: 'Find how two entities hang together: the fewest relations that lead from one to the other.',
  input: z.strictObject({ collection: CollectionName, from: GraphEntityId, to: GraphEntityId, ...WorldTime }),
  output: z.strictObject({
    /** Empty if nothing leads from one to the other. */
    steps: z.array(z.strictObject({ from: GraphEntityId, type: z.string(), to: GraphEntityId })),
    /** How those on the way stand that cannot be used, a sentence each. */
    states: z.array(z.string()),
    found: z.boolean(),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  http: { method: 'POST', path: '/v1/graphs/{collection}/path' },
  mcp: { tool: 'find-path' },
  examples: { 'two entities': { collection: 'lore', from: 'tidehouse', to: 'party' } },
});
