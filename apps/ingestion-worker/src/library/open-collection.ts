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
import { ANALYSER_NAMES, analyserForLanguage } from '@arbiter/text';
import { assertNotReserved } from './index-generations.js';

/** Raised when chunks are cut differently. A collection cut by another version is rebuilt. */
const CHUNKER_VERSION = 1;
/** Default language of documents. */
const DEFAULT_LANGUAGE: LanguageTag = 'en';

interface CollectionPorts extends CollectionStores {
  readonly catalog: CollectionCatalog;
  readonly embedder: Embedder;
  readonly clock: Clock;
}

/**
 * The manifest of a collection, created on first use.
 *
 * @param asked its language: undefined for the collection's own language, or for the default of a new collection
 * @throws ArbiterError CONFLICT when the collection was built with another model, chunker or language, or is in other stores;
 *   the message names the repair
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
  const settings = indexSettings(embedder, language);
  // A collection keeps the analyser that it was built with until its indexes are rebuilt.
  const keepsAnalyser = ANALYSER_NAMES.some((known) => known === existing?.analyser);
  const wanted = existing && keepsAnalyser ? { ...settings, analyser: existing.analyser } : settings;
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

/** Settings of the indexes of a collection in this version. */
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

/** @throws ArbiterError CONFLICT for a language other than the collection's; the message names the repair */
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

/** Requirements of a job for its vectors; an absent field allows anything. */
export type AskedEmbedding = NonNullable<OperationInput<typeof submitJob>['embedding']>;

/** @throws ArbiterError CONFLICT when the job demands another model than this worker's; the message names both remedies */
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
