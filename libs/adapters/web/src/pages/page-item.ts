import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import type { LoadContext, SourceItem } from '@arbiter/ports';
import { decoderOf } from '../read-text.js';
import type { FetchedPage, PageFetcher } from './page-fetcher.js';
import { pageName } from './page-name.js';
import { readVersion, writeVersion, type PageVersion } from './page-version.js';

/** Where a page belongs. */
export interface PagePlace {
  readonly origin: string;
  /** Its address, by which it is remembered. */
  readonly url: string;
}

export interface PagePorts {
  readonly fetcher: PageFetcher;
  readonly context: LoadContext;
  /** Where the next file that is fetched goes; its folder is private and there. */
  readonly nextFile: () => Promise<string>;
}

/**
 * Asks for a page, and for its content only if that is another one than is stored.
 *
 * @returns null for a page that has gone
 * @throws ArbiterError as `PageFetcher.fetch` does
 */
export async function fetchItem(
  { origin, url }: PagePlace,
  { fetcher, context, nextFile }: PagePorts,
  signal: AbortSignal,
): Promise<SourceItem | null> {
  const stored = await context.versionAt(url, signal);
  const known = readVersion(stored);
  const page = await fetcher.fetch(url, known, signal);
  if (page === 'gone') return null;
  if (page === 'unchanged') return unchangedItem({ origin, url }, { version: stored, known }, fetcher);
  const name = nameOf(page, context);
  return storeItem(page, { origin, url }, { name, version: writeVersion({ ...page, name }), nextFile }, signal);
}

/** The file name by which the format of a page is known. */
export function nameOf({ url, mediaType }: FetchedPage, context: LoadContext): string {
  return pageName(url, mediaType, (one) => context.isReadable(one));
}

/**
 * Puts a page that was fetched on the disk.
 *
 * @param name says its format
 * @param version undefined for none
 * @returns the document that it is
 */
export async function storeItem(
  page: FetchedPage,
  { origin, url }: PagePlace,
  { name, version, nextFile }: { name: string; version: string | undefined } & Pick<PagePorts, 'nextFile'>,
  signal: AbortSignal,
): Promise<SourceItem> {
  const bytes = inUtf8(page);
  const file = await nextFile();
  await writeFile(file, bytes, { mode: 0o600, signal });
  return {
    source: url,
    origin,
    location: url,
    name,
    size: bytes.length,
    file,
    ...(version !== undefined && { version }),
    provenance: { url: page.url },
    read: (within) => readFile(file, { signal: within }),
  };
}

/** A page that is stored as it is now; whoever wants it all the same has it fetched. */
export function unchangedItem(
  { origin, url }: PagePlace,
  { version, known }: { readonly version: string | null; readonly known: PageVersion | null },
  fetcher: PageFetcher,
): SourceItem {
  return {
    source: url,
    origin,
    location: url,
    ...(known && { name: known.name }),
    ...(version !== null && { version }),
    size: 0,
    read: async (signal) => {
      const page = await fetcher.fetch(url, null, signal);
      if (typeof page !== 'string') return inUtf8(page);
      throw new ArbiterError('NOT_FOUND', `${url} has gone since it was listed.`);
    },
  };
}

/** What the server says of the encoding counts more than what the text says of itself (HTML, 13.2.3); a mark says it. */
function inUtf8({ mediaType, charset, bytes }: FetchedPage): Uint8Array {
  const isText = mediaType.startsWith('text/') || mediaType.endsWith('xml');
  if (charset === null || !isText || /^utf-?8$/i.test(charset)) return bytes;
  return Buffer.from(`\uFEFF${decoderOf(charset).decode(bytes)}`);
}

/** @returns names for files of a folder that is made when the first is needed */
export function filesIn(context: LoadContext): () => Promise<string> {
  let folder: Promise<string> | null = null;
  let count = 0;
  return async () => {
    folder ??= context.scratch();
    count += 1;
    return join(await folder, String(count));
  };
}
