import { robotsDirectives } from './robots-directives.js';
import { readTags } from './read-tags.js';

/** What a page says about where it and others are. */
export interface PageLinks {
  /** As written, resolved, without those that it asks robots not to follow. */
  readonly links: readonly string[];
  /** The address that it names as its own; null for none. */
  readonly canonical: string | null;
  /** What it tells robots of itself. */
  readonly mayIndex: boolean;
  readonly mayFollow: boolean;
}

const ELEMENTS: ReadonlySet<string> = new Set(['a', 'area', 'base', 'link', 'meta']);
/** Characters of a page that are looked through; its head and navigation are at its beginning. */
const MAX_CHARACTERS = 4 * 1_024 * 1_024;
/** Links of one page. Tables of contents have some thousand. */
const MAX_LINKS = 10_000;
/** What names the pages before and after as links do. */
const LINK_RELATIONS: ReadonlySet<string> = new Set(['next', 'prev']);

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
    if (element === 'link' && relations.includes('canonical') && canonicals.length === 0) canonicals.push(href);
    const isLink = element === 'a' || element === 'area' || relations.some((each) => LINK_RELATIONS.has(each));
    if (isLink && element !== 'base' && !relations.includes('nofollow') && hrefs.size < MAX_LINKS) hrefs.add(href);
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

function resolve(href: string, base: string): string | null {
  return URL.canParse(href.trim(), base) ? new URL(href.trim(), base).href : null;
}
