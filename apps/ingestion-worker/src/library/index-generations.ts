import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import { type Chunk, type ChunkIndex, type CollectionCatalog, indexNameOf } from '@arbiter/ports';
import { sha256 } from './sha256.js';

/**
 * The manifest names the indexes that hold the chunks of a collection. A rebuild writes to indexes of another name. Replacing
 * the manifest then switches over, so that readers see either all old or all new chunks. The manifest lists every name before
 * anything is written under it, so that a crash leaves no unknown index.
 */
interface GenerationPorts {
  readonly catalog: Pick<CollectionCatalog, 'get' | 'replace'>;
  readonly vectorIndex: Pick<ChunkIndex<Chunk>, 'drop'>;
  readonly keywordIndex: Pick<ChunkIndex<Chunk>, 'drop'>;
}

/** Ending of the names of rebuilt indexes, which no collection may have. */
const REBUILT = /\.rebuilt-[0-9a-f]{16}$/;
const DIGITS = 16;
/**
 * Length of the collection's name within an index name, so that it is recognisable in the stores; names have at most 128
 * characters.
 */
const LONGEST_PREFIX = 96;

/** The name under which a job rebuilds the indexes of a collection; the same for each attempt. */
export function rebuiltIndexName(collection: string, jobId: string): string {
  const digest = sha256(`${collection}\0${jobId}`).slice(0, DIGITS);
  return `${collection.slice(0, LONGEST_PREFIX)}.rebuilt-${digest}`;
}

/** @throws ArbiterError INVALID_REQUEST for a new collection whose name could be that of a rebuilt index */
export function assertNotReserved(name: string): void {
  if (!REBUILT.test(name)) return;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `Collections cannot be called "${name}": rebuilt indexes are. Choose another name.`,
    { details: { collection: name } },
  );
}

/**
 * Records in the manifest that chunks will be written under a name that readers must not use yet.
 *
 * @returns the new manifest
 */
export async function announce(
  manifest: CollectionManifest,
  index: string,
  { catalog }: GenerationPorts,
  signal: AbortSignal,
): Promise<CollectionManifest> {
  const leftoverIndexes = manifest.leftoverIndexes ?? [];
  if (leftoverIndexes.includes(index) || indexNameOf(manifest) === index) return manifest;
  const announced = { ...manifest, leftoverIndexes: [...leftoverIndexes, index] };
  await catalog.replace(announced, signal);
  return announced;
}

/** Makes the announced index the one that is searched, with these settings. The previous index becomes a leftover. */
export async function changeOver(
  manifest: CollectionManifest,
  index: string,
  { catalog }: GenerationPorts,
  signal: AbortSignal,
): Promise<void> {
  const before = indexNameOf(manifest);
  const leftovers = new Set(manifest.leftoverIndexes).add(before);
  leftovers.delete(index);
  await catalog.replace({ ...manifest, indexName: index, leftoverIndexes: [...leftovers] }, signal);
}

/**
 * Drops the indexes that rebuilds have left. Call it only while no rebuild is under way. An unknown collection has none.
 *
 * @param except a name that stays
 */
export async function dropLeftovers(
  collection: string,
  { catalog, vectorIndex, keywordIndex }: GenerationPorts,
  signal: AbortSignal,
  except: string | null = null,
): Promise<void> {
  const manifest = await catalog.get(collection, signal);
  const dropped = manifest?.leftoverIndexes?.filter((index) => index !== except) ?? [];
  if (!manifest || dropped.length === 0) return;
  for (const index of dropped) {
    await vectorIndex.drop(index, signal);
    await keywordIndex.drop(index, signal);
  }
  const kept = manifest.leftoverIndexes?.filter((index) => index === except) ?? [];
  const { leftoverIndexes: _, ...rest } = manifest;
  await catalog.replace({ ...rest, ...(kept.length > 0 && { leftoverIndexes: kept }) }, signal);
}
