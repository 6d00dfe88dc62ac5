import { createHash } from 'node:crypto';
import { decodeText } from '@arbiter/adapter-kit/documents';
import type { FetchedPage } from '../pages/page-fetcher.js';
import type { PageVersion } from '../pages/page-version.js';
import { isHtml } from './linked-formats.js';
import { normaliseAddress } from './page-address.js';
import { readPageLinks } from './read-page-links.js';
import { robotsDirectives } from './robots-directives.js';

/** What a page of a site is to a crawl. */
export interface SitePage {
  /** In the form of `normaliseAddress`. */
  readonly links: readonly URL[];
  /** The address that the page names as its own; null for none. */
  readonly canonical: URL | null;
  readonly mayIndex: boolean;
}

/** Characters of the links that are remembered with a page; one that links to more is fetched whole each time. */
const MAX_REMEMBERED = 16 * 1_024;

/** Reads what an answer links to; a PDF links to nothing, and a page that is no text to nothing either. */
export function readSitePage(page: FetchedPage): SitePage {
  if (!isHtml(page.mediaType)) {
    return { links: [], canonical: null, mayIndex: robotsDirectives([page.robots]).mayIndex };
  }
  const { links, canonical, mayIndex, mayFollow } = readPageLinks(textOf(page), page.url, page.robots);
  return {
    links: mayFollow ? addressesOf(links, page.url) : [],
    canonical: canonical === null ? null : normaliseAddress(canonical, page.url),
    mayIndex,
  };
}

/** What is remembered of a page. @param links those that belong to the site */
export function versionOf(page: FetchedPage, name: string, links: readonly URL[]): PageVersion {
  const { etag, lastModified } = page;
  const { origin } = new URL(page.url);
  const written = [
    ...new Set(links.map(({ href }) => (href.startsWith(`${origin}/`) ? href.slice(origin.length) : href))),
  ];
  const length = written.reduce((sum, link) => sum + link.length, 0);
  const digest = createHash('sha256').update(page.bytes).digest('hex');
  return { name, etag, lastModified, digest, ...(length <= MAX_REMEMBERED && { links: written }) };
}

/** The links that were remembered with a page; null for none. */
export function rememberedLinks({ links }: PageVersion, url: string): readonly URL[] | null {
  return links ? addressesOf(links, url) : null;
}

function addressesOf(links: readonly string[], base: string): URL[] {
  return links.flatMap((link) => normaliseAddress(link, base) ?? []);
}

function textOf({ bytes, charset, url }: FetchedPage): string {
  try {
    return decodeText({ bytes, name: url }, () => charset).text;
  } catch {
    // What it is instead is said when it is parsed.
    return '';
  }
}
