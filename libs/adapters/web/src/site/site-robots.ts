import type { PoliteFetcher } from './polite-fetcher.js';
import { RobotsRules } from './robots-rules.js';

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
