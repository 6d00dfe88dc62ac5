import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import { indexNameOf, type ChunkFilter, type ChunkHit, type KeywordIndex, type VectorIndex } from '@arbiter/ports';
import type { SearchQuery } from '@arbiter/fusion';
import { ANALYSER_NAMES, analyserNamed, type Analyser } from '@arbiter/text';
import { noneYet } from './none-yet.js';

export type LegName = 'vector' | 'keyword';

export interface SearchIndexes {
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
}

/** A collection to be searched. */
export interface SearchTarget {
  readonly collection: string;
  /** What the indexes are asked for: the same chunks for the whole of a search, also when they are replaced meanwhile. */
  readonly index: string;
  /** BCP 47. */
  readonly language: string;
  readonly analyser: Analyser;
}

/** Which chunks a leg may find. */
export interface LegOptions {
  readonly limit: number;
  readonly filter: ChunkFilter;
  readonly chunkIds?: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * What a request knows of a collection.
 *
 * @throws ArbiterError CONFLICT for an analyser that this version does not have
 */
export function searchTargetOf(manifest: CollectionManifest): SearchTarget {
  const { name, language, analyser } = manifest;
  const known = ANALYSER_NAMES.find((candidate) => candidate === analyser);
  if (!known) {
    throw new ArbiterError(
      'CONFLICT',
      `Collection "${name}" was built with the analyser ${analyser}, which this version does not have. ` +
        `Rebuild its indexes with \`arbiter reindex ${name}\`.`,
      { details: { collection: name, analyser } },
    );
  }
  return {
    collection: name,
    index: indexNameOf(manifest),
    language,
    analyser: analyserNamed(known),
  };
}

/** One index asked about one collection; a collection that nothing was written to yet holds nothing. */
export function searchLeg(
  leg: LegName,
  { vectorIndex, keywordIndex }: SearchIndexes,
  { index }: SearchTarget,
  { vector, terms }: SearchQuery,
  options: LegOptions,
): Promise<readonly ChunkHit[]> {
  if (leg === 'keyword') return keywordIndex.search(index, terms, options).catch(noneYet<readonly ChunkHit[]>([]));
  if (!vector) throw vectorMissing();
  return vectorIndex.search(index, vector, options).catch(noneYet<readonly ChunkHit[]>([]));
}

/** What one index says of chunks that it need not have found, by chunk id. */
export function scoreLeg(
  leg: LegName,
  { vectorIndex, keywordIndex }: SearchIndexes,
  { index }: SearchTarget,
  { vector, terms }: SearchQuery,
  { chunkIds, signal }: { readonly chunkIds: readonly string[]; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, number>> {
  const none: ReadonlyMap<string, number> = new Map();
  if (leg === 'keyword') return keywordIndex.scores(index, terms, chunkIds, signal).catch(noneYet(none));
  if (!vector) throw vectorMissing();
  return vectorIndex.scores(index, vector, chunkIds, signal).catch(noneYet(none));
}

function vectorMissing(): ArbiterError {
  return new ArbiterError('INTERNAL', 'A vector search needs the vector of its query.');
}

/** A text as the keyword index of a collection is asked for it: each term once, weighted by how often it is said. */
export function weightedTermsOf(text: string, analyser: Analyser): SearchQuery['terms'] {
  const weights = new Map<string, number>();
  for (const term of analyser.analyse(text)) weights.set(term, (weights.get(term) ?? 0) + 1);
  return [...weights].map(([term, weight]) => ({ term, weight }));
}
