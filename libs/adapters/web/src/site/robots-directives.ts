/** By which name robots.txt and pages speak to this crawler. */
export const CRAWLER_NAME = 'arbiter';

/**
 * What pages and answers tell robots: `noindex, nofollow`, `none`, or, for one robot, `arbiter: noindex`.
 *
 * @param directives contents of `<meta name="robots">` and of X-Robots-Tag
 */
export function robotsDirectives(directives: readonly string[]): {
  readonly mayIndex: boolean;
  readonly mayFollow: boolean;
} {
  const words = new Set<string>();
  for (const directive of directives.join(',').toLowerCase().split(',')) {
    const [, robot, word] = /^\s*(?:([\w-]+)\s*:\s*)?([\w-]+)/.exec(directive) ?? [];
    if (word !== undefined && (robot === undefined || robot === CRAWLER_NAME)) words.add(word);
  }
  const isNone = words.has('none');
  return { mayIndex: !isNone && !words.has('noindex'), mayFollow: !isNone && !words.has('nofollow') };
}
