import {
  ArbiterError,
  type CollectionManifest,
  isSameLanguage,
  type LanguageTag,
  type OperationInput,
  type submitJob,
} from '@arbiter/contracts';
import {
  assertSameStores,
  type Clock,
  type CollectionCatalog,
  type CollectionStores,
  type Embedder,
  storesOf,
  timestampOf,
} from '@arbiter/ports';
import { analyserForLanguage } from '@arbiter/text';
import { assertNotReserved } from './index-generations.js';

/** Raised when chunks are cut differently; a collection cut by another version is built anew. */
const CHUNKER_VERSION = 1;
/** What documents are taken to be written in when nobody says. */
const DEFAULT_LANGUAGE: LanguageTag = 'en';

interface CollectionPorts extends CollectionStores {
  readonly catalog: CollectionCatalog;
  readonly embedder: Embedder;
  readonly clock: Clock;
}

/**
 * The manifest of a collection, created on first use.
 *
 * @param asked its language: undefined for the collection's own, or the default for a new one
 * @throws ArbiterError CONFLICT when the collection was built with another model, chunker or language, or is in other stores,
 *   naming the repair
 */
export async function openCollection(
  { name, language: asked }: { readonly name: string; readonly language: LanguageTag | undefined },
  ports: CollectionPorts,
  signal: AbortSignal,
): Promise<CollectionManifest> {
  const { catalog, embedder, clock } = ports;
  const existing = await catalog.get(name, signal);
  if (existing) {
    assertLanguage(existing, asked);
    assertSameStores(existing, ports);
  }
  const language = existing?.language ?? asked ?? DEFAULT_LANGUAGE;
  const wanted = indexSettings(embedder, language);
  if (existing) {
    const differing = Object.entries(wanted).filter(([key, value]) => existing[key as keyof typeof wanted] !== value);
    if (differing.length === 0) return existing;
    throw new ArbiterError(
      'CONFLICT',
      `Collection "${name}" was built with ${differing.map(([key]) => `${key} ${existing[key as keyof typeof wanted]}`).join(', ')}; ` +
        `this worker runs ${differing.map(([key, value]) => `${key} ${value}`).join(', ')}. ` +
        `Rebuild its indexes with \`arbiter reindex ${name}\`, or use another collection.`,
      { details: { collection: name, differing: differing.map(([key]) => key) } },
    );
  }
  assertNotReserved(name);
  const manifest: CollectionManifest = {
    name,
    formatVersion: 1,
    ...wanted,
    ...storesOf(ports),
    language,
    createdAt: timestampOf(clock),
  };
  await catalog.create(manifest, signal);
  return manifest;
}

/** What the indexes of a collection depend on, as this version makes them. */
export function indexSettings(
  embedder: Pick<Embedder, 'model' | 'dimensions'>,
  language: LanguageTag,
): Pick<CollectionManifest, 'embeddingModel' | 'dimensions' | 'analyser' | 'chunkerVersion'> {
  return {
    embeddingModel: embedder.model,
    dimensions: embedder.dimensions,
    analyser: analyserForLanguage(language).name,
    chunkerVersion: CHUNKER_VERSION,
  };
}

/** @throws ArbiterError CONFLICT when a collection in one language is to hold documents in another, naming the repair */
export function assertLanguage(
  { name, language }: Pick<CollectionManifest, 'name' | 'language'>,
  asked: LanguageTag | undefined,
): void {
  if (asked === undefined || isSameLanguage(language, asked)) return;
  throw new ArbiterError(
    'CONFLICT',
    `Collection "${name}" was built for the language ${language}, not ${asked}. ` +
      `Build it anew with \`arbiter ingest PATH --collection ${name} --language ${asked} --rebuild\`, or use another collection.`,
    { details: { collection: name, language, asked } },
  );
}

/** What a job demands its vectors to be made with; what it leaves open may be anything. */
export type AskedEmbedding = NonNullable<OperationInput<typeof submitJob>['embedding']>;

/** @throws ArbiterError CONFLICT when vectors of another model are asked for than this worker makes, naming both remedies */
export function assertEmbedding(
  { model, dimensions }: Pick<Embedder, 'model' | 'dimensions'>,
  asked: AskedEmbedding | undefined,
): void {
  const isOther = asked?.model !== undefined && asked.model !== model;
  if (!isOther && (asked?.dimensions === undefined || asked.dimensions === dimensions)) return;
  const wanted = [
    ...(asked.model === undefined ? [] : [`of "${asked.model}"`]),
    ...(asked.dimensions === undefined ? [] : [`with ${asked.dimensions} dimensions`]),
  ];
  const remedy = isOther ? `Start the worker with EMBEDDING_MODEL=${asked.model}, or ask` : 'Ask';
  throw new ArbiterError(
    'CONFLICT',
    `Vectors ${wanted.join(' ')} are asked for; this worker makes those of "${model}" with ${dimensions} dimensions. ` +
      `${remedy} for its own: a domain pack does so by "embeddingModel" and "dimensions" under "vectorDatabase" of its config.json.`,
    { details: { asked, model, dimensions } },
  );
}
