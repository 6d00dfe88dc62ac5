import { z } from 'zod';
import { LanguageTag } from '../language-tag.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';

/** What a collection was built with. A reader or writer that differs must not touch the collection. */
export const CollectionManifest = z.strictObject({
  name: CollectionName,
  /** Format of the manifest itself. */
  formatVersion: z.literal(1),
  embeddingModel: z.string().min(1),
  dimensions: z.int().min(1),
  /** What most of its documents are written in. */
  language: LanguageTag.default('en'),
  /** Analyser of the keyword index, e.g. `english-3`. */
  analyser: z.string().min(1),
  chunkerVersion: z.int().min(1),
  /** Engines that hold its vectors and its keywords, e.g. `lancedb`; null in manifests from before this was recorded. */
  vectorStore: z.string().min(1).nullable().default(null),
  keywordStore: z.string().min(1).nullable().default(null),
  /** Extra: the name of its chunks in those; absent: its own. Each rebuilding of the indexes gives them another. */
  indexName: CollectionName.optional(),
  /**
   * Extra: other names under which there may be chunks of it that nobody is to find: a rebuilding under way, or broken off,
   * and what a rebuilding replaced.
   */
  leftoverIndexes: z.array(CollectionName).optional(),
  /** Recorded by former versions, of vectors that nothing reads any more. Never written. */
  tokenDimensions: z.int().min(1).nullable().optional(),
  createdAt: z.iso.datetime(),
});
export type CollectionManifest = z.output<typeof CollectionManifest>;

export const CollectionSummary = z.strictObject({
  manifest: CollectionManifest,
  documents: z.int().min(0),
  chunks: z.int().min(0),
});
export type CollectionSummary = z.output<typeof CollectionSummary>;

export const listCollections = defineOperation({
  name: 'retriever.list-collections',
  revision: 1,
  summary: 'List the collections of the library with their size and the models that built them.',
  input: z.strictObject({}),
  output: z.strictObject({ collections: z.array(CollectionSummary) }),
  errors: [],
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/collections' },
  examples: {
    accepted: [{ title: 'nothing to say', input: {} }],
    rejected: [{ title: 'an unknown field', input: { name: 'x' }, field: '' }],
  },
});

export const CollectionGeneration = z.strictObject({
  collection: CollectionName,
  /** Another one after every change of what a search can find, and never one that was in use before. */
  generation: z.string().min(1),
});
export type CollectionGeneration = z.output<typeof CollectionGeneration>;

export const listGenerations = defineOperation({
  name: 'retriever.list-generations',
  revision: 1,
  summary: 'Name what collections hold at present, so that results can be kept for as long as that is the same.',
  input: z.strictObject({
    /** All of the library when absent; those that are not there are left out. */
    collections: z.array(CollectionName).min(1).max(1_000).optional(),
  }),
  output: z.strictObject({
    /** By name, ascending. */
    generations: z.array(CollectionGeneration),
  }),
  errors: ['INVALID_REQUEST'],
  idempotent: true,
  deadlineMs: 2_000,
  examples: {
    accepted: [
      { title: 'the whole library', input: {} },
      { title: 'one collection', input: { collections: ['default'] } },
    ],
    rejected: [
      { title: 'no collection at all', input: { collections: [] }, field: 'collections' },
      { title: 'a path', input: { collections: ['../x'] }, field: 'collections.0' },
    ],
  },
});

/**
 * Where a search of a domain looks: what of its sources has not been ingested yet keeps the rest from nothing.
 *
 * @param named the collections of the domain
 * @param held what `retriever.list-collections` gives
 * @returns those of `named` that are held, in their order; all of them where none is, so that a search says what is missing
 */
export function collectionsThereAre(named: readonly string[], held: readonly CollectionSummary[]): readonly string[] {
  const names = new Set(held.map(({ manifest }) => manifest.name));
  const there = named.filter((name) => names.has(name));
  return there.length > 0 ? there : named;
}
