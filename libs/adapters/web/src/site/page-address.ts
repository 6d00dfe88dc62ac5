/** Parameters that say where a visitor came from; none of them says what a page holds. */
const TRACKING = /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl)(?:=|$)/i;
/** Parameters that name a visit, by names that are also used for other things where their values are short. */
const SESSION = /^(?:phpsessid|jsessionid|aspsessionid\w*|session_?id|sid)=[\w%.-]{16,}$/i;
const SESSION_IN_PATH = /;jsessionid=[^/;]*/gi;

/** As addresses of sources may have. */
const MAX_LENGTH = 2_048;
/** Folders of a path. Well-kept sites have less than ten. */
const MAX_SEGMENTS = 20;
/** Times that one segment may stand in a path: a wrong relative link grows into `/a/b/a/b/a/b/a`. */
const MAX_REPEATS = 3;

/**
 * An address of the web in the form in which a crawl knows it: without fragment, tracking and session parameters, the others
 * in order.
 *
 * @param href as it stands in a page; relative to `base`
 * @returns null for what is no address of the web, or names a user
 */
export function normaliseAddress(href: string, base?: string): URL | null {
  const written = href.trim();
  if (!URL.canParse(written, base)) return null;
  const url = new URL(written, base);
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  url.pathname = url.pathname.replace(SESSION_IN_PATH, '');
  // Not by URLSearchParams, which writes what it keeps in another way: "?page" would become "?page=".
  const parameters = url.search.slice(1).split('&');
  const kept = parameters.filter((each) => each !== '' && !TRACKING.test(each) && !SESSION.test(each));
  url.search = kept.sort().join('&');
  return url;
}

/**
 * The same for addresses that lead to the same page nearly everywhere: with `www.` or `https:`, and a last slash or the name of
 * a folder's page, or without.
 */
export function addressKey(url: URL): string {
  const path = url.pathname
    .replace(/\/{2,}/g, '/')
    .replace(/\/index\.(?:html?|php)$/i, '/')
    .replace(/\/$/, '');
  return `${hostKey(url)}${path}${url.search}`;
}

/** A host and its port, where that is not the usual one, without `www.`. */
export function hostKey({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/** Which addresses belong to a site: those below its first page, and those of other hosts that are named. */
export class SiteScope {
  private readonly host: string;
  private readonly folder: string;
  private readonly otherHosts: ReadonlySet<string>;

  /**
   * @param start its first page: `/guide/`, `/guide/intro.html` and `/guide` are pages of the folder `/guide/`
   * @param otherHosts as they stand in addresses
   */
  constructor(start: URL, otherHosts: readonly string[]) {
    const { pathname } = start;
    const last = pathname.slice(pathname.lastIndexOf('/') + 1);
    const folder = last.includes('.') ? pathname.slice(0, -last.length) : pathname;
    this.host = hostKey(start);
    this.folder = folder.endsWith('/') ? folder : `${folder}/`;
    this.otherHosts = new Set(otherHosts);
  }

  includes(url: URL): boolean {
    if (this.otherHosts.has(url.host)) return true;
    return hostKey(url) === this.host && `${url.pathname}/`.startsWith(this.folder);
  }
}

/** Whether an address looks like one of those that a site makes up without end, of which each page links to a longer one. */
export function looksEndless({ href, pathname }: URL): boolean {
  if (href.length > MAX_LENGTH) return true;
  const segments = pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > MAX_SEGMENTS) return true;
  const times = new Map<string, number>();
  for (const segment of segments) times.set(segment, (times.get(segment) ?? 0) + 1);
  return Math.max(0, ...times.values()) > MAX_REPEATS;
}
