import { z } from 'zod';
import { LanguageTag } from '../language-tag.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName, IndexName } from '../passage.js';

/** Settings that a collection was built with. Readers and writers with other settings must not touch it. */
export const CollectionManifest = z.strictObject({
  name: CollectionName,
  /** Format of the manifest itself. */
  formatVersion: z.literal(1),
  embeddingModel: z.string().min(1),
  dimensions: z.int().min(1),
  /** Language of most of its documents. */
  language: LanguageTag.default('en'),
  /** Analyser of the keyword index, e.g. `english-3`. */
  analyser: z.string().min(1),
  chunkerVersion: z.int().min(1),
  /** Engines of its vector and keyword indexes, e.g. `lancedb`; null in manifests of older versions. */
  vectorStore: z.string().min(1).nullable().default(null),
  keywordStore: z.string().min(1).nullable().default(null),
  /** Extra: name of its indexes in those engines; absent: the collection's own. Each rebuild gives another name. */
  indexName: IndexName.optional(),
  /**
   * Extra: other index names that may hold chunks of it and are not searched: a rebuild in progress or broken off, and replaced
   * indexes.
   */
  leftoverIndexes: z.array(IndexName).optional(),
  /** Extra: what the pictures of its pages were embedded with; absent until the first of them is. */
  pages: z.strictObject({ model: z.string().min(1), dimensions: z.int().min(1) }).optional(),
  /** Written by former versions for vectors that are no longer read. Never written now. */
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
  summary: 'List the collections of the library with their size and the models that built them.',
  input: z.strictObject({}),
  output: z.strictObject({ collections: z.array(CollectionSummary) }),
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/collections' },
  mcp: { tool: 'list-collections' },
  examples: { 'nothing to say': {} },
});

export const CollectionGeneration = z.strictObject({
  collection: CollectionName,
  /** Changes with every change of the searchable contents, and never returns to an earlier value. */
  generation: z.string().min(1),
});
export type CollectionGeneration = z.output<typeof CollectionGeneration>;

/**
 * The collections for a search of a domain. One that has not been ingested yet does not hold up the others.
 *
 * @param named the collections of the domain
 * @param held the output of `retriever.list-collections`
 * @returns those of `named` that are held, in order; all of them if none is held, so that the search reports the missing ones
 */
export function collectionsThereAre(named: readonly string[], held: readonly CollectionSummary[]): readonly string[] {
  const names = new Set(held.map(({ manifest }) => manifest.name));
  const there = named.filter((name) => names.has(name));
  return there.length > 0 ? there : named;
}
