import { z } from 'zod';
import { LanguageTag } from '../language-tag.js';
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
