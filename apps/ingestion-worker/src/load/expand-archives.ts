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

/** Archives inside archives, the outermost counted. People pack what others have packed; nobody means more. */
const MAX_DEPTH = 3;

/** Entries of an archive and of those inside it. The largest exports of wikis have some ten thousand pages. */
const MAX_ENTRIES = 100_000;
/** Text shrinks to a third or a tenth, tables of zeros to a hundredth; DEFLATE ends at 1:1032, where bombs are. */
const MAX_RATIO = 200;
/** What any archive may unpack to, however small it is: a short file that repeats itself is no bomb. */
const HARMLESS_BYTES = 16 * 1_024 * 1_024;

interface ExpansionPorts {
  readonly archives: ArchiveReader;
  readonly limits: LoadLimits;
  readonly context: LoadContext;
}

/**
 * Puts what archives hold in their place, as if each were a folder of its name. One that cannot be unpacked, or is a bomb, is a
 * folder that cannot be listed: nothing of it is ingested, and what earlier runs found in it stays.
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

/** @param parent the budget of the archive that this one lies in, and how deep */
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

/** What one archive of a source may unpack to; those inside it draw on the same. */
class ArchiveBudget implements UnpackBudget {
  private readonly maxBytes: number;
  private bytes = 0;
  private entries = 0;

  /**
   * @param name of the archive, for messages
   * @param size of the archive as it is, in bytes
   * @param limit whatever its size, in bytes
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

/** What lies beside each entry of an archive: the entries of its folder, by their names in it. Keys as `folderOf` gives them. */
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

/** @returns empty at the top, otherwise ending in `/` */
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
