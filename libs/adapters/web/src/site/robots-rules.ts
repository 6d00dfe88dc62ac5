import { ArbiterError } from '@arbiter/contracts';
import robotsParser, { type Robot } from 'robots-parser';
import type { PoliteFetcher } from './polite-fetcher.js';
import { CRAWLER_NAME } from './robots-directives.js';

/** The module itself is the function; its types know only of a default export, which it has not. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** Bytes that are read; a crawler must parse at least so many (RFC 9309, 2.5). */
const MAX_BYTES = 500 * 1_024;
/** Characters of a line: no address is longer. */
const MAX_LINE = 2_048;
/** Longest pause between two requests that a host may ask for, in milliseconds. */
const MAX_CRAWL_DELAY_MS = 10_000;

/** What the robots.txt of a host allows (RFC 9309). */
export class RobotsRules {
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
