import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName, Passage } from '../passage.js';
import { CollectionGeneration } from './collections.operation.js';
import { Availability, GraphEntityId, EntityRelation, WorldTime } from './world.operations.js';

export const Expansion = z.strictObject({
  /** Of the entity or the community, also where its name was given. */
  id: z.string(),
  kind: z.enum(['entity', 'community']),
  name: z.string(),
  /**
   * Sentences of the documents and of the changelog, with markers [n] that point to `citations[n - 1]`. Without passages, a language
   * model may have written those of a community.
   */
  text: z.string(),
  citations: z.array(
    z.strictObject({
      documentId: z.string(),
      source: z.string(),
      start: z.int().min(0),
      end: z.int().min(0),
    }),
  ),
  /** Everything that the changelog says of an entity, in the order of valid time. */
  changes: z.array(
    z.strictObject({
      entry: z.int().min(1),
      session: z.int().min(0),
      status: z.string().nullable(),
      /** Extra: what the status says of use; null for a change of something else. */
      availability: Availability.nullable().optional(),
      /** Extra: the day of the session, ISO 8601; null where its entry names none. */
      date: z.iso.date().nullable().optional(),
    }),
  ),
  /** Those that the text tells. */
  relations: z.array(EntityRelation),
  /** Of the text and the passages. */
  tokens: z.int().min(0),
  /** What `citations` point to, in their order; only if requested. */
  passages: z.array(Passage).optional(),
  /** Sentences of the text that the changelog tells, without markers; only if passages are requested. */
  states: z.array(z.string()).optional(),
});
export type Expansion = z.output<typeof Expansion>;

/** The published bound on what previews and expansions of one question take together, in tokens. */
export const MAX_CONTEXT_TOKENS = 9_000;

export const expand = defineOperation({
  name: 'retriever.expand',
  summary: 'Tell what is known of some entities and communities, with citations, as they stand at a time.',
  input: z.strictObject({
    collection: CollectionName,
    /** Ids of entities and communities, as previews have them; also names of entities. */
    ids: z.array(GraphEntityId).min(1).max(20),
    /** Tokens for all of them together. */
    maxTokens: z.int().min(100).max(MAX_CONTEXT_TOKENS).default(4_000),
    /**
     * True adds the sentences behind the citations, the records of sessions that show a change, and how the document about an entity
     * begins. Relations of types that are not proven are then left to the sentences that they were read in.
     */
    includePassages: z.boolean().default(false),
    ...WorldTime,
  }),
  output: z.strictObject({
    expansions: z.array(Expansion),
    /** Those that are not in the graph, and names that several entities have. */
    unknown: z.array(z.string()),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  http: { method: 'POST', path: '/v1/expand' },
  mcp: { tool: 'expand-entities' },
  examples: {
    'an entity and a community': { collection: 'lore', ids: ['tidehouse', '0-3'] },
    'with the evidence, as it was': { collection: 'lore', ids: ['tidehouse'], includePassages: true, asOfSession: 2 },
  },
});

export const describeContext = defineOperation({
  name: 'retriever.describe-context',
  summary:
    'Tell what a question needs to know of collections: what they hold at present, which have a knowledge graph and changes, who writes answers.',
  input: z.strictObject({
    /** Absent: all of the library. */
    collections: z.array(CollectionName).min(1).max(1_000).optional(),
  }),
  output: z.strictObject({
    /** By name, ascending, so that results can be kept for as long as it is the same. Unknown collections are left out. */
    generations: z.array(CollectionGeneration),
    /** Whose graph the caller reads. */
    withGraph: z.array(CollectionName),
    /** Those of them whose changelog has entries. */
    withChanges: z.array(CollectionName),
    /** `generated`: a language model is set up that writes answers. */
    writer: z.enum(['extractive', 'generated']),
    /** Whether a vision model is set up that reads pictures of pages. */
    seesPictures: z.boolean().optional(),
  }),
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  examples: { 'of a collection': { collections: ['lore'] }, 'of the whole library': {} },
});
