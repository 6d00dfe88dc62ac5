import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import type {
  ArchiveReader,
  FoundItem,
  LoadContext,
  RelatedFiles,
  SourceItem,
  UnpackedArchive,
  UnpackedEntry,
} from '@arbiter/ports';
import { ArchiveBudget } from './archive-budget.js';
import { folderOf, relatedByFolder } from './related-entries.js';
import type { LoadLimits } from './load-limits.js';

/** Archives inside archives, the outermost counted. People pack what others have packed; nobody means more. */
const MAX_DEPTH = 3;

export interface ExpansionPorts {
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
