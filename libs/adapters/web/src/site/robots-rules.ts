import { ArbiterError } from '@arbiter/contracts';
import robotsParser, { type Robot } from 'robots-parser';
import type { PoliteFetcher } from './polite-fetcher.js';

/** Bytes that are read; a crawler must parse at least so many (RFC 9309, 2.5). */
const MAX_BYTES = 500 * 1_024;
/** Characters of a line: no address is longer. */
const MAX_LINE = 2_048;
/** Longest pause between two requests that a host may ask for, in milliseconds. */
const MAX_CRAWL_DELAY_MS = 10_000;

/** By which name robots.txt and pages speak to this crawler. */
const CRAWLER_NAME = 'arbiter';

/** The rules of all hosts of one crawl, each asked for once. */
export class SiteRobots {
  private readonly rules = new Map<string, Promise<RobotsRules>>();

  constructor(private readonly fetcher: PoliteFetcher) {}

  /** @throws ArbiterError as `RobotsRules.of` does */
  of({ origin }: URL, signal: AbortSignal): Promise<RobotsRules> {
    const known = this.rules.get(origin) ?? RobotsRules.of(origin, this.fetcher, signal);
    this.rules.set(origin, known);
    return known;
  }
}

/** The module itself is the function; its types know only of a default export, which it has not. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** What the robots.txt of a host allows (RFC 9309). */
class RobotsRules {
  private constructor(private readonly rules: Robot) {}

  /**
   * Asks a host for its rules, and slows down as they say.
   *
   * @param origin scheme, host and port
   * @throws ArbiterError for a host that does not answer or has a fault, where nothing may be fetched (RFC 9309, 2.3.1.4)
   */
  static async of(origin: string, fetcher: PoliteFetcher, signal: AbortSignal): Promise<RobotsRules> {
    const url = `${origin}/robots.txt`;
    const rules = parseRobots(url, await textOf(url, fetcher, signal));
    const delay = rules.getCrawlDelay(CRAWLER_NAME) ?? 0;
    fetcher.slowDown(origin, Math.min(MAX_CRAWL_DELAY_MS, Math.max(0, delay * 1_000)));
    return new RobotsRules(rules);
  }

  allow({ href }: URL): boolean {
    return this.rules.isAllowed(href, CRAWLER_NAME) ?? true;
  }

  /** Addresses of sitemaps, as written. */
  get sitemaps(): readonly string[] {
    return this.rules.getSitemaps();
  }
}

async function textOf(url: string, fetcher: PoliteFetcher, signal: AbortSignal): Promise<string> {
  try {
    const page = await fetcher.follow(url, signal);
    if (page === 'gone') return '';
    const text = new TextDecoder().decode(page.bytes.subarray(0, MAX_BYTES));
    return text
      .split(/\r\n?|\n/)
      .filter((line) => line.length <= MAX_LINE)
      .join('\n');
  } catch (thrown) {
    if (thrown instanceof ArbiterError && isRefusal(thrown)) return '';
    throw thrown;
  }
}

/** A host that does not show its rules has none (RFC 9309, 2.3.1.3); one that is too busy for them has said nothing. */
function isRefusal({ details }: ArbiterError): boolean {
  const status = Number(details.status);
  return status >= 400 && status < 500 && status !== 429;
}

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
