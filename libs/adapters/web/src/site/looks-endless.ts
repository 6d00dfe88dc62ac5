/** As addresses of sources may have. */
const MAX_LENGTH = 2_048;
/** Folders of a path. Well-kept sites have less than ten. */
const MAX_SEGMENTS = 20;
/** Times that one segment may stand in a path: `/a/b/a/b/a/b/a` is what a relative link that is wrong grows into. */
const MAX_REPEATS = 3;

/** Whether an address looks like one of those that a site makes up without end, of which each page links to a longer one. */
export function looksEndless({ href, pathname }: URL): boolean {
  if (href.length > MAX_LENGTH) return true;
  const segments = pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > MAX_SEGMENTS) return true;
  const times = new Map<string, number>();
  for (const segment of segments) times.set(segment, (times.get(segment) ?? 0) + 1);
  return Math.max(0, ...times.values()) > MAX_REPEATS;
}
