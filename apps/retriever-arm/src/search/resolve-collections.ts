import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import type { CollectionCatalog, Embedder } from '@arbiter/ports';

/**
 * The manifests of the named collections, or of all when none is named.
 *
 * @returns in the order of the names, each once; empty for an empty library
 * @throws ArbiterError NOT_FOUND naming the collections that do not exist
 */
export async function resolveCollections(
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

/**
 * Vectors of two models cannot be compared: a collection built with another model is not searched, ever.
 *
 * @throws ArbiterError CONFLICT naming the collection, both models and the command that repairs it
 */
export function assertSameModel(manifests: readonly CollectionManifest[], embedder: Embedder): void {
  for (const { name, embeddingModel, dimensions } of manifests) {
    if (embeddingModel === embedder.model && dimensions === embedder.dimensions) continue;
    throw new ArbiterError(
      'CONFLICT',
      `Collection "${name}" was built with ${embeddingModel} (${dimensions} dimensions), and this arm runs ${embedder.model} ` +
        `(${embedder.dimensions}). Build it anew with \`arbiter ingest PATH --collection ${name} --rebuild\`, or run the arm with the model it was built with.`,
      { details: { collection: name, embeddingModel, expected: embedder.model } },
    );
  }
}
