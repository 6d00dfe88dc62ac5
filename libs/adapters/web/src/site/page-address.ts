/** Parameters that say where a visitor came from; none of them says what a page holds. */
const TRACKING = /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl)(?:=|$)/i;
/** Parameters that name a visit, by names that are also used for other things where their values are short. */
const SESSION = /^(?:phpsessid|jsessionid|aspsessionid\w*|session_?id|sid)=[\w%.-]{16,}$/i;
const SESSION_IN_PATH = /;jsessionid=[^/;]*/gi;

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
