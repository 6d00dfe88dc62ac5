import { ArbiterError, type CollectionManifest, type Principal, reaches, unknownName } from '@arbiter/contracts';
import type { SearchQuery } from '@arbiter/fusion';
import {
  assertSameStores,
  indexNameOf,
  type ChunkFilter,
  type ChunkHit,
  type CollectionCatalog,
  type CollectionStores,
  type Embedder,
  type KeywordIndex,
  type VectorIndex,
} from '@arbiter/ports';
import { ANALYSER_NAMES, analyserNamed, type Analyser } from '@arbiter/text';
import { valueIfMissing, type LegName } from '../calls/index-calls.js';

export interface SearchIndexes {
  readonly vectorIndex: VectorIndex;
  readonly keywordIndex: KeywordIndex;
}

/** A collection to be searched. */
export interface SearchTarget {
  readonly collection: string;
  /** Name used to query the indexes. It means the same chunks for the whole search, even if they are replaced meanwhile. */
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
function searchTargetOf(manifest: CollectionManifest): SearchTarget {
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
  if (leg === 'keyword')
    return keywordIndex.search(index, terms, options).catch(valueIfMissing<readonly ChunkHit[]>([]));
  if (!vector) throw vectorMissing();
  return vectorIndex.search(index, vector, options).catch(valueIfMissing<readonly ChunkHit[]>([]));
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
  if (leg === 'keyword') return keywordIndex.scores(index, terms, chunkIds, signal).catch(valueIfMissing(none));
  if (!vector) throw vectorMissing();
  return vectorIndex.scores(index, vector, chunkIds, signal).catch(valueIfMissing(none));
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

/**
 * The manifests of the named collections, or of all when none is named.
 *
 * @returns in the order of the names, each once; empty for an empty library
 * @throws ArbiterError NOT_FOUND naming the collections that do not exist
 */
async function resolveCollections(
  catalog: CollectionCatalog,
  names: readonly string[] | undefined,
  { caller, signal }: Pick<ResolvingOptions, 'caller' | 'signal'>,
): Promise<readonly CollectionManifest[]> {
  const known = (await catalog.list(signal)).filter(({ name }) => reaches(caller, name));
  if (names === undefined) return known;
  const byName = new Map(known.map((manifest) => [manifest.name, manifest]));
  const missing = names.filter((name) => !byName.has(name));
  if (missing.length > 0) {
    const said = missing.map((name) => unknownName('There is no collection', name, [...byName.keys()]));
    throw new ArbiterError(
      'NOT_FOUND',
      `${said.join(' ')} ${
        known.length === 0 ? 'The library is empty.' : `The library holds: ${known.map(({ name }) => name).join(', ')}.`
      }`,
      { details: { collections: missing } },
    );
  }
  return [...new Set(names)].flatMap((name) => byName.get(name) ?? []);
}

/** A collection that was asked for and could not be searched. */
export interface FailedCollection {
  readonly name: string;
  readonly error: ArbiterError;
}

export interface ResolvedTargets {
  readonly targets: readonly SearchTarget[];
  readonly failed: readonly FailedCollection[];
}

export interface ResolvingPorts extends CollectionStores {
  readonly catalog: CollectionCatalog;
  readonly embedder: Embedder;
}

export interface ResolvingOptions {
  readonly comparesVectors: boolean;
  /** Whose collections alone there are; null: all. */
  readonly caller: Principal | null;
  readonly signal: AbortSignal;
}

/**
 * The collections to search. Vectors of two models cannot be compared, and stores other than those a collection was built in
 * hold nothing of it: such a collection is left out and reported, unless nothing else is left to search.
 *
 * @throws ArbiterError NOT_FOUND for an unknown name; CONFLICT naming the repair when no collection can be searched
 */
export async function resolveTargets(
  ports: ResolvingPorts,
  names: readonly string[] | undefined,
  { comparesVectors, caller, signal }: ResolvingOptions,
): Promise<ResolvedTargets> {
  const manifests = await resolveCollections(ports.catalog, names, { caller, signal });
  const targets: SearchTarget[] = [];
  const failed: FailedCollection[] = [];
  for (const manifest of manifests) {
    try {
      assertSameStores(manifest, ports);
      if (comparesVectors) assertSameModel(manifest, ports.embedder);
      targets.push(searchTargetOf(manifest));
    } catch (error) {
      failed.push({ name: manifest.name, error: ArbiterError.from(error) });
    }
  }
  const [first] = failed;
  if (first && targets.length === 0) throw first.error;
  return { targets, failed };
}

function assertSameModel({ name, embeddingModel, dimensions }: CollectionManifest, embedder: Embedder): void {
  if (embeddingModel === embedder.model && dimensions === embedder.dimensions) return;
  throw new ArbiterError(
    'CONFLICT',
    `Collection "${name}" was built with ${embeddingModel} (${dimensions} dimensions), and this arm runs ${embedder.model} ` +
      `(${embedder.dimensions}). Rebuild its indexes with \`arbiter reindex ${name}\`, or run the arm with the model it was built with.`,
    { details: { collection: name, embeddingModel, expected: embedder.model } },
  );
}
