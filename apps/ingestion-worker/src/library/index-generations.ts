import { createHash } from 'node:crypto';
import { ArbiterError, type CollectionManifest } from '@arbiter/contracts';
import { type Chunk, type ChunkIndex, type CollectionCatalog, indexNameOf } from '@arbiter/ports';

/**
 * The chunks of a collection stand in the stores under the name that its manifest says. A rebuilding writes beside them,
 * under another name, and the manifest is what changes over from the one to the other: readers have all of the old or all
 * of the new. Every name is in the manifest before anything is written under it, so that none is forgotten by a crash.
 */
interface GenerationPorts {
  readonly catalog: Pick<CollectionCatalog, 'get' | 'replace'>;
  readonly vectorIndex: Pick<ChunkIndex<Chunk>, 'drop'>;
  readonly keywordIndex: Pick<ChunkIndex<Chunk>, 'drop'>;
}

/** What rebuilt indexes are called, which no collection may be. */
const REBUILT = /\.rebuilt-[0-9a-f]{16}$/;
const DIGITS = 16;
/** Of the collection's name, so that it can be recognised in the stores; names have 128 characters at most. */
const LONGEST_PREFIX = 96;

/** The name under which a job builds the indexes of a collection: the same for each of its attempts. */
export function rebuiltIndexName(collection: string, jobId: string): string {
  const digest = createHash('sha256').update(`${collection}\0${jobId}`).digest('hex').slice(0, DIGITS);
  return `${collection.slice(0, LONGEST_PREFIX)}.rebuilt-${digest}`;
}

/** @throws ArbiterError INVALID_REQUEST for the name of a new collection that may be one of these */
export function assertNotReserved(name: string): void {
  if (!REBUILT.test(name)) return;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `Collections cannot be called "${name}": rebuilt indexes are. Choose another name.`,
    { details: { collection: name } },
  );
}

/**
 * Writes down that there will be chunks under a name that nobody is to find yet.
 *
 * @returns the manifest that says so
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

/** Makes what was announced what is found, built with these settings; what was found before is left over. */
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
 * Takes away what rebuildings have left: only while none is under way. A collection that is not there has none.
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
