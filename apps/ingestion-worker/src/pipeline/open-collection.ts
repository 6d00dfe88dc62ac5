import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import { analyserForLanguage } from '@arbiter/text';
import { timestampOf, type Clock, type CollectionCatalog, type Embedder } from '@arbiter/ports';

/** Raised when chunks are cut differently; a collection cut by another version is built anew. */
export const CHUNKER_VERSION = 1;
/** What documents are taken to be written in. */
const LANGUAGE = 'en';

/**
 * The manifest of a collection, created on first use.
 *
 * @throws ArbiterError CONFLICT when the collection was built with another model or chunker, naming the repair
 */
export async function openCollection(
  name: string,
  {
    catalog,
    embedder,
    clock,
  }: { readonly catalog: CollectionCatalog; readonly embedder: Embedder; readonly clock: Clock },
  signal: AbortSignal,
): Promise<CollectionManifest> {
  const wanted = {
    embeddingModel: embedder.model,
    dimensions: embedder.dimensions,
    tokenDimensions: embedder.tokenDimensions,
    analyser: analyserForLanguage(LANGUAGE).name,
    chunkerVersion: CHUNKER_VERSION,
  };
  const existing = await catalog.get(name, signal);
  if (existing) {
    const differing = Object.entries(wanted).filter(([key, value]) => existing[key as keyof typeof wanted] !== value);
    if (differing.length === 0) return existing;
    throw new ArbiterError(
      'CONFLICT',
      `Collection "${name}" was built with ${differing.map(([key]) => `${key} ${existing[key as keyof typeof wanted]}`).join(', ')}; ` +
        `this worker runs ${differing.map(([key, value]) => `${key} ${value}`).join(', ')}. ` +
        `Build it anew with \`arbiter ingest PATH --collection ${name} --rebuild\`, or use another collection.`,
      { details: { collection: name, differing: differing.map(([key]) => key) } },
    );
  }
  const manifest: CollectionManifest = {
    name,
    formatVersion: 1,
    ...wanted,
    language: LANGUAGE,
    createdAt: timestampOf(clock),
  };
  await catalog.create(manifest, signal);
  return manifest;
}
