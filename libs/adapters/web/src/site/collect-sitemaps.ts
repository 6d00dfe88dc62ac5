import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ArbiterError } from '@arbiter/contracts';
import { SaxesParser } from 'saxes';
import { addressKey, normaliseAddress, type SiteScope } from './page-address.js';
import type { PoliteFetcher } from './polite-fetcher.js';

/** Sitemaps that are read, and addresses that are taken from them. Beyond either, a site is too large for one source. */
const MAX_SITEMAPS = 200;
const MAX_PAGES = 200_000;

/** Of one sitemap, unpacked, in bytes, and how many addresses it may hold (sitemaps.org protocol). */
const MAX_BYTES = 50 * 1_024 * 1_024;
const MAX_ADDRESSES = 50_000;
/** Characters that are read before others have their turn. */
const SLICE = 256 * 1_024;
/** Elements that may lie in one another; a sitemap needs three, its extensions some more. */
const MAX_DEPTH = 32;
const GZIP_SIGNATURE = [0x1f, 0x8b];

interface CollectedSitemaps {
  /** Addresses of pages that belong to the site, each once. */
  readonly pages: readonly URL[];
  /** What could not be read, one sentence each. */
  readonly problems: readonly string[];
}

/**
 * Reads the sitemaps of a site and those that they name. A missing one is no problem: sites need not have any.
 *
 * @param addresses of the first ones
 */
export async function collectSitemaps(
  addresses: readonly URL[],
  { fetcher, scope, isAllowedHost }: SitemapPorts,
  signal: AbortSignal,
): Promise<CollectedSitemaps> {
  const queue = [...addresses];
  const known = new Set(queue.map(({ href }) => href));
  const pages = new Map<string, URL>();
  const problems: string[] = [];
  for (let next = 0; next < queue.length; next += 1) {
    const address = queue[next];
    if (!address) break;
    if (next === MAX_SITEMAPS || pages.size >= MAX_PAGES) {
      problems.push(`There are more than ${MAX_SITEMAPS} sitemaps or ${MAX_PAGES} pages in them.`);
      break;
    }
    try {
      const answer = await fetcher.follow(address.href, signal);
      if (answer === 'gone') continue;
      const sitemap = await readSitemap(answer.bytes, signal);
      for (const page of sitemap.pages) {
        const url = normaliseAddress(page, address.href);
        if (url && scope.includes(url) && pages.size < MAX_PAGES) pages.set(addressKey(url), url);
      }
      for (const each of sitemap.sitemaps) {
        const url = normaliseAddress(each, address.href);
        if (!url || known.has(url.href) || !isAllowedHost(url)) continue;
        known.add(url.href);
        queue.push(url);
      }
    } catch (thrown) {
      signal.throwIfAborted();
      problems.push(`${address.href}: ${ArbiterError.from(thrown).message}`);
    }
  }
  return { pages: [...pages.values()], problems };
}

interface SitemapPorts {
  readonly fetcher: PoliteFetcher;
  readonly scope: SiteScope;
  /** Whether a sitemap there may speak for the site. */
  readonly isAllowedHost: (url: URL) => boolean;
}

interface Sitemap {
  /** Addresses of pages, as written. */
  readonly pages: readonly string[];
  /** Addresses of further sitemaps, as written. */
  readonly sitemaps: readonly string[];
}

/**
 * Reads a sitemap or an index of sitemaps: XML, packed or not, or one address a line. Entities that it declares are not
 * expanded, and nothing is fetched for it.
 *
 * @throws ArbiterError PAYLOAD_TOO_LARGE for one that is larger than the protocol allows; INVALID_REQUEST for what is none
 */
async function readSitemap(bytes: Uint8Array, signal: AbortSignal): Promise<Sitemap> {
  const text = new TextDecoder().decode(await unpacked(bytes));
  if (!text.trimStart().startsWith('<')) return { pages: linesOf(text), sitemaps: [] };
  const found: Record<string, string[]> = { url: [], sitemap: [] };
  const open: string[] = [];
  let address = '';
  const parser = new SaxesParser();
  parser.on('error', (cause) => {
    throw new ArbiterError('INVALID_REQUEST', 'The sitemap is no well-formed XML.', { cause });
  });
  parser.on('opentag', ({ name }) => {
    open.push(localName(name));
    address = '';
    if (open.length > MAX_DEPTH) throw new ArbiterError('INVALID_REQUEST', 'The sitemap is nested too deep.');
  });
  const take = (text: string): void => {
    if (open.at(-1) === 'loc') address += text;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    const list = open.pop() === 'loc' ? found[open.at(-1) ?? ''] : undefined;
    if (list?.length === MAX_ADDRESSES) throw tooLarge(`names more than ${MAX_ADDRESSES} addresses`);
    list?.push(address);
  });
  for (let start = 0; start < text.length; start += SLICE) {
    parser.write(text.slice(start, start + SLICE));
    await turn(undefined, { signal });
  }
  parser.close();
  return { pages: found.url ?? [], sitemaps: found.sitemap ?? [] };
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (!GZIP_SIGNATURE.every((byte, index) => bytes[index] === byte)) {
    if (bytes.length > MAX_BYTES) throw tooLarge(`is larger than ${MAX_BYTES} bytes`);
    return bytes;
  }
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(`unpacks to more than ${MAX_BYTES} bytes`);
    throw new ArbiterError('INVALID_REQUEST', 'The sitemap cannot be unpacked.', { cause });
  }
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length > MAX_ADDRESSES) throw tooLarge(`names more than ${MAX_ADDRESSES} addresses`);
  return lines;
}

function tooLarge(what: string): ArbiterError {
  return new ArbiterError('PAYLOAD_TOO_LARGE', `The sitemap ${what}.`);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}
