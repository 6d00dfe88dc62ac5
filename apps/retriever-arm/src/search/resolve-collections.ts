import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import { assertSameStores, type CollectionCatalog, type CollectionStores, type Embedder } from '@arbiter/ports';
import { searchTargetOf, type SearchTarget } from './search-target.js';

/**
 * The manifests of the named collections, or of all when none is named.
 *
 * @returns in the order of the names, each once; empty for an empty library
 * @throws ArbiterError NOT_FOUND naming the collections that do not exist
 */
async function resolveCollections(
  catalog: CollectionCatalog,
  names: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly CollectionManifest[]> {
  const known = await catalog.list(signal);
  if (names === undefined) return known;
  const byName = new Map(known.map((manifest) => [manifest.name, manifest]));
  const missing = names.filter((name) => !byName.has(name));
  if (missing.length > 0) {
    throw new ArbiterError(
      'NOT_FOUND',
      `There is no collection ${missing.map((name) => `"${name}"`).join(', ')}. ${
        known.length === 0
          ? 'The library is empty: `arbiter ingest PATH` fills it.'
          : `The library holds: ${known.map(({ name }) => name).join(', ')}.`
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

/**
 * The collections to search. Vectors of two models cannot be compared, and stores other than those a collection was built in
 * hold nothing of it: such a collection is left out and reported, unless nothing else is left to search.
 *
 * @throws ArbiterError NOT_FOUND for an unknown name; CONFLICT naming the repair when no collection can be searched
 */
export async function resolveTargets(
  ports: ResolvingPorts,
  names: readonly string[] | undefined,
  { comparesVectors, signal }: { readonly comparesVectors: boolean; readonly signal: AbortSignal },
): Promise<ResolvedTargets> {
  const manifests = await resolveCollections(ports.catalog, names, signal);
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
