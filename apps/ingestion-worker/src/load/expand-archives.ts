import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type {
  ArchiveReader,
  FoundItem,
  LoadContext,
  RelatedFiles,
  SourceItem,
  UnpackBudget,
  UnpackedArchive,
  UnpackedEntry,
} from '@arbiter/ports';
import type { LoadLimits } from './source-loaders.js';

/**
 * Depth of nested archives, including the outermost. People repack other people's archives; deeper nesting serves no purpose.
 */
const MAX_DEPTH = 3;

/** Most entries of an archive, including nested archives. The largest exports of wikis have some ten thousand pages. */
const MAX_ENTRIES = 100_000;
/** Text shrinks to a third or a tenth, tables of zeros to a hundredth. DEFLATE ends at 1:1032, where bombs are. */
const MAX_RATIO = 200;
/** Every archive may unpack to this size: a short, repetitive file is no bomb. */
const HARMLESS_BYTES = 16 * 1_024 * 1_024;

interface ExpansionPorts {
  readonly archives: ArchiveReader;
  readonly limits: LoadLimits;
  readonly context: LoadContext;
}

/**
 * Replaces archives by their entries, as if each archive were a folder of its name. A damaged archive or a bomb counts as a
 * folder that cannot be listed. None of it is ingested, and documents of earlier runs stay.
 */
export async function* expandArchives(
  found: AsyncIterable<FoundItem>,
  ports: ExpansionPorts,
  signal: AbortSignal,
): AsyncGenerator<FoundItem, void, undefined> {
  for await (const item of found) {
    if ('skipped' in item || 'unseen' in item || !ports.archives.reads(item.name ?? item.source)) yield item;
    else yield* expand(item, null, ports, signal);
  }
}

/** @param parent budget and depth of the enclosing archive */
async function* expand(
  archive: SourceItem,
  parent: { readonly budget: ArchiveBudget; readonly depth: number } | null,
  ports: ExpansionPorts,
  signal: AbortSignal,
): AsyncGenerator<FoundItem, void, undefined> {
  const { archives } = ports;
  const depth = (parent?.depth ?? 0) + 1;
  const budget = parent?.budget ?? new ArchiveBudget(archive.source, archive.size, ports.limits.archiveBytes);
  let unpacked: UnpackedArchive;
  try {
    unpacked = await unpack(archive, { budget, depth }, ports, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    const error = ArbiterError.from(thrown);
    yield { ...archive, source: `${archive.source}/`, read: () => Promise.reject(error) };
    return;
  }
  for (const { source, reason } of unpacked.skipped)
    yield { skipped: { source: `${archive.source}/${source}`, reason } };
  const related = relatedByFolder(unpacked.entries);
  for (const entry of unpacked.entries) {
    const item = itemOf(entry, archive, related.get(folderOf(entry.path)));
    if (archives.reads(entry.path)) yield* expand(item, { budget, depth }, ports, signal);
    else yield item;
  }
}

async function unpack(
  archive: SourceItem,
  { budget, depth }: { readonly budget: ArchiveBudget; readonly depth: number },
  { archives, limits, context }: ExpansionPorts,
  signal: AbortSignal,
): Promise<UnpackedArchive> {
  if (depth > MAX_DEPTH) {
    throw new ArbiterError('PAYLOAD_TOO_LARGE', `It is an archive inside ${MAX_DEPTH} others, which is not opened.`);
  }
  const options = {
    into: await context.scratch(),
    wants: (path: string) => context.isReadable(path) || archives.reads(path),
    maxEntryBytes: limits.fileBytes,
    budget,
  };
  const file = archive.file ?? (await fetched(archive, await context.scratch(), signal));
  return archives.unpack({ file, name: archive.source }, options, signal);
}

async function fetched(archive: SourceItem, folder: string, signal: AbortSignal): Promise<string> {
  const file = join(folder, 'archive');
  await writeFile(file, await archive.read(signal), { mode: 0o600 });
  return file;
}

function itemOf(entry: UnpackedEntry, archive: SourceItem, related: RelatedFiles | undefined): SourceItem {
  const { path } = entry;
  const place = {
    source: `${archive.source}/${path}`,
    origin: archive.origin,
    location: `${archive.location}/${path}`,
    ...(archive.given && { given: archive.given }),
  };
  if ('problem' in entry) return { ...place, size: 0, read: () => Promise.reject(entry.problem) };
  return {
    ...place,
    size: entry.size,
    file: entry.file,
    read: (signal) => readFile(entry.file, { signal }),
    ...(related && { related }),
  };
}

/** How much one archive of a source may unpack to, including nested archives. */
class ArchiveBudget implements UnpackBudget {
  private readonly maxBytes: number;
  private bytes = 0;
  private entries = 0;

  /**
   * @param name of the archive, for messages
   * @param size of the packed archive, in bytes
   * @param limit absolute, in bytes
   */
  constructor(
    private readonly name: string,
    size: number,
    limit: number,
  ) {
    this.maxBytes = Math.min(limit, Math.max(HARMLESS_BYTES, size * MAX_RATIO));
  }

  enter(): void {
    this.entries += 1;
    if (this.entries > MAX_ENTRIES) throw this.exceeded(`holds more than ${MAX_ENTRIES} entries`);
  }

  spend(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.maxBytes) throw this.exceeded(`unpacks to more than ${this.maxBytes} bytes`);
  }

  private exceeded(what: string): ArbiterError {
    return new ArbiterError(
      'PAYLOAD_TOO_LARGE',
      `"${this.name}" ${what}, as an archive does that is made to fill a disk. If it is sound, unpack it and ingest the folder.`,
      { details: { source: this.name, maxBytes: this.maxBytes, maxEntries: MAX_ENTRIES } },
    );
  }
}

/** The siblings of each entry of an archive, by name. Keys are folders as `folderOf` returns them. */
function relatedByFolder(entries: readonly UnpackedEntry[]): ReadonlyMap<string, RelatedFiles> {
  const folders = new Map<string, Map<string, UnpackedEntry>>();
  for (const entry of entries) {
    const folder = folderOf(entry.path);
    const names = folders.get(folder) ?? new Map<string, UnpackedEntry>();
    names.set(entry.path.slice(folder.length), entry);
    folders.set(folder, names);
  }
  return new Map([...folders].map(([folder, names]) => [folder, relatedIn(names)]));
}

/** @returns '' at the top, otherwise a path that ends in `/` */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function relatedIn(entries: ReadonlyMap<string, UnpackedEntry>): RelatedFiles {
  return {
    names: [...entries.keys()].sort(compareCodeUnits),
    read: async (name, signal) => {
      const entry = entries.get(name);
      if (!entry) throw new ArbiterError('NOT_FOUND', `There is no "${name}" in this folder of the archive.`);
      if ('problem' in entry) throw entry.problem;
      return readFile(entry.file, { signal });
    },
  };
}
