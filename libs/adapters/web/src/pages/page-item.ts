import { isUtf8 } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeCleanly } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { LoadContext, SourceItem } from '@arbiter/ports';
import { type FetchedPage, type PageFetcher, type PageVersion, readVersion, writeVersion } from './page-fetcher.js';

/** What servers call files whose format they do not know: then the name of the file says it. */
const VAGUE: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'text/plain']);

/** A file without an ending, of an unknown media type, is read as a web page. */
const DEFAULT_TYPE = 'text/html';

/** Where a page belongs. */
interface PagePlace {
  readonly origin: string;
  /** Its address, by which it is remembered. */
  readonly url: string;
}

interface PagePorts {
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
  const { pathname } = new URL(url);
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  const hasEnding = /.\.\w{1,8}$/.test(last);
  const ending = context.extensionOf(mediaType);
  if (hasEnding && (ending === undefined || last.toLowerCase().endsWith(ending))) return last;
  if (hasEnding && VAGUE.has(mediaType) && context.isReadable(last)) return last;
  return `${last === '' ? 'index' : last}${ending ?? context.extensionOf(DEFAULT_TYPE) ?? ''}`;
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

/** A page whose stored version is current; a caller that wants it all the same has it fetched. */
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

/**
 * The server's encoding takes precedence over the text's own declaration (HTML, 13.2.3); a byte order mark carries it. Servers
 * name one for all that they serve: what is UTF-8, or does not fit, is left to its reader.
 */
function inUtf8({ mediaType, charset, bytes }: FetchedPage): Uint8Array {
  const isText = mediaType.startsWith('text/') || mediaType.endsWith('xml');
  const decoded = charset === null || !isText || isUtf8(bytes) ? undefined : decodeCleanly(bytes, charset);
  return decoded ? Buffer.from(`\uFEFF${decoded.text}`) : bytes;
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
