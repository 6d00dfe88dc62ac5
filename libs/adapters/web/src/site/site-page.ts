import { createHash } from 'node:crypto';
import { decodeText } from '@arbiter/adapter-kit/documents';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { FetchedPage, PageVersion } from '../pages/page-fetcher.js';
import { normaliseAddress } from './page-address.js';
import { robotsDirectives } from './robots-rules.js';

/** Characters of the links that are remembered with a page; one that links to more is fetched whole each time. */
const MAX_REMEMBERED = 16 * 1_024;

const ELEMENTS: ReadonlySet<string> = new Set(['a', 'area', 'base', 'link', 'meta']);
/** Characters of a page that are looked through; its head and navigation are at its beginning. */
const MAX_CHARACTERS = 4 * 1_024 * 1_024;
/** Links of one page. Tables of contents have some thousand. */
const MAX_LINKS = 10_000;
/** What names the pages before and after as links do. */
const LINK_RELATIONS: ReadonlySet<string> = new Set(['next', 'prev']);

/** Media types of the same. */
const NO_DOCUMENT = /^(?:image|audio|video|font)\/|^(?:text\/css|(?:text|application)\/(?:javascript|ecmascript))$/;

/** The facts about a page that a crawl needs. */
interface SitePage {
  /** In the form of `normaliseAddress`. */
  readonly links: readonly URL[];
  /** The address that the page names as its own; null for none. */
  readonly canonical: URL | null;
  readonly mayIndex: boolean;
}

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
    return decodeText({ bytes, name: url }, charset).text;
  } catch {
    // The parser reports later what it is instead.
    return '';
  }
}

/** A page's statements about its own address and those of others. */
interface PageLinks {
  /** As written, resolved, without those that it asks robots not to follow. */
  readonly links: readonly string[];
  /** The address that it names as its own; null for none. */
  readonly canonical: string | null;
  /** What it tells robots of itself. */
  readonly mayIndex: boolean;
  readonly mayFollow: boolean;
}

/**
 * Reads what a page links to and says of itself.
 *
 * @param url where it was found
 * @param headerDirectives of its answer's X-Robots-Tag
 */
export function readPageLinks(html: string, url: string, headerDirectives: string): PageLinks {
  let base = url;
  const canonicals: string[] = [];
  const directives = [headerDirectives];
  const hrefs = new Set<string>();
  readTags(html.slice(0, MAX_CHARACTERS), ELEMENTS, ({ element, attributes }) => {
    if (element === 'meta') {
      if (/^(?:robots|arbiter)$/i.test(attributes.get('name') ?? '')) directives.push(attributes.get('content') ?? '');
      return;
    }
    const href = attributes.get('href');
    if (href === undefined) return;
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    // The first one counts (HTML standard, 4.2.3).
    if (element === 'base' && base === url) base = resolve(href, url) ?? url;
    if (element === 'link' && relations.includes('canonical')) canonicals.push(href);
    if (leadsOn(element, relations) && hrefs.size < MAX_LINKS) hrefs.add(href);
  });
  const [canonical] = canonicals;
  const { mayIndex, mayFollow } = robotsDirectives(directives);
  return {
    links: [...hrefs].flatMap((href) => resolve(href, base) ?? []),
    canonical: canonical === undefined ? null : resolve(canonical, base),
    mayIndex,
    mayFollow,
  };
}

function leadsOn(element: string, relations: readonly string[]): boolean {
  if (element === 'base' || relations.includes('nofollow')) return false;
  return element === 'a' || element === 'area' || relations.some((each) => LINK_RELATIONS.has(each));
}

function resolve(href: string, base: string): string | null {
  return URL.canParse(href.trim(), base) ? new URL(href.trim(), base).href : null;
}

interface Tag {
  /** In lower case, as the names of the attributes. */
  readonly element: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const ignore = (): void => undefined;

/**
 * Calls back for the start tags of some elements, in order. Only the tokeniser runs, and no tree is built: a page whose tags
 * are nested a million deep takes as long as any other of its length.
 *
 * @param elements names in lower case
 */
function readTags(html: string, elements: ReadonlySet<string>, onTag: (tag: Tag) => void): void {
  let element = '';
  let attributes: Map<string, string> | null = null;
  let name = '';
  let value = '';
  const end = (): void => {
    if (attributes) onTag({ element, attributes });
    attributes = null;
  };
  const callbacks: TokenizerCallbacks = {
    onopentagname(start, stop) {
      element = html.slice(start, stop).toLowerCase();
      attributes = elements.has(element) ? new Map() : null;
    },
    onattribname(start, stop) {
      if (!attributes) return;
      name = html.slice(start, stop).toLowerCase();
      value = '';
    },
    onattribdata(start, stop) {
      if (attributes) value += html.slice(start, stop);
    },
    onattribentity(codePoint) {
      if (attributes) value += String.fromCodePoint(codePoint);
    },
    onattribend() {
      if (attributes && !attributes.has(name)) attributes.set(name, value);
    },
    onopentagend: end,
    onselfclosingtag: end,
    oncdata: ignore,
    onclosetag: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onend: ignore,
    onprocessinginstruction: ignore,
    ontext: ignore,
    ontextentity: ignore,
  };
  const tokenizer = new Tokenizer({}, callbacks);
  tokenizer.write(html);
  tokenizer.end();
}

/** Endings of what pages link to or are made of, and what is no document. Pages themselves end in anything (`.php`, `.aspx`). */
const NO_DOCUMENTS: ReadonlySet<string> = new Set(
  (
    'png jpg jpeg gif svg svgz webp avif bmp ico tif tiff psd heic ' +
    'mp3 mp4 m4a m4v ogg oga ogv wav flac webm avi mov mkv ' +
    'css js mjs map wasm woff woff2 ttf otf eot ' +
    'zip tar tgz gz bz2 xz 7z rar iso dmg exe msi deb rpm apk jar bin ' +
    'rss atom torrent ics vcf pgp asc sig'
  ).split(' '),
);

/** Whether an address leads to a picture, recording, program or archive, as far as its ending says. */
export function leadsToNoDocument({ pathname }: URL): boolean {
  const ending = /\.(\w{1,8})$/.exec(pathname)?.[1]?.toLowerCase();
  return ending !== undefined && NO_DOCUMENTS.has(ending);
}

/** Whether an answer is a picture, recording or part of a page, as far as its server says. */
export function isNoDocument(mediaType: string): boolean {
  return NO_DOCUMENT.test(mediaType);
}

/** Whether an answer may hold links to other pages. */
function isHtml(mediaType: string): boolean {
  return mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
}
