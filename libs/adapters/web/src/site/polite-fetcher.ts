import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { FetchedPage, PageAnswer, PageFetcher, Validators } from '../pages/page-fetcher.js';

export interface Politeness {
  /** Between two requests to one host, in milliseconds, ≥ 0. */
  readonly pauseMs: number;
  readonly clock: Clock;
}

/** Longest pause that a busy host may ask for before it counts as away, in milliseconds. */
const MAX_RETRY_AFTER_MS = 60_000;
/** Times that one address is asked for again after the pause that its host named. */
const MAX_RETRIES = 2;

/** Asks a host for one page after the other, with pauses, and waits when it says that it is busy. */
export class PoliteFetcher {
  private readonly pauses = new Map<string, number>();
  private readonly asked = new Set<string>();

  constructor(
    private readonly fetcher: PageFetcher,
    private readonly politeness: Politeness,
  ) {}

  /** Keeps at least so many milliseconds between two requests to a host from now on. */
  slowDown(origin: string, pauseMs: number): void {
    this.pauses.set(origin, Math.max(pauseMs, this.politeness.pauseMs));
  }

  /** As `PageFetcher.ask`. */
  ask(url: string, known: Validators | null, signal: AbortSignal): Promise<PageAnswer> {
    return this.patiently(url, () => this.fetcher.ask(url, known, signal), signal);
  }

  /** As `PageFetcher.fetch` of a page that is not known. */
  async follow(url: string, signal: AbortSignal): Promise<FetchedPage | 'gone'> {
    const page = await this.patiently(url, () => this.fetcher.fetch(url, null, signal), signal);
    // Without a known version the server was not asked whether the page has changed.
    return page === 'unchanged' ? 'gone' : page;
  }

  private async patiently<Answer>(url: string, ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    const { origin } = new URL(url);
    for (let retries = 0; ; retries += 1) {
      await this.pause(origin, signal);
      try {
        return await ask();
      } catch (thrown) {
        const wait = this.retryAfter(thrown);
        if (wait === null || retries === MAX_RETRIES) throw thrown;
        await delay(wait, undefined, { signal });
      }
    }
  }

  private async pause(origin: string, signal: AbortSignal): Promise<void> {
    const pauseMs = this.pauses.get(origin) ?? this.politeness.pauseMs;
    if (this.asked.has(origin) && pauseMs > 0) await delay(pauseMs, undefined, { signal });
    this.asked.add(origin);
  }

  /** How long a busy host wants to be left alone (RFC 9110 10.2.3), in milliseconds; null for too long, and for any other error. */
  private retryAfter(thrown: unknown): number | null {
    const after = thrown instanceof ArbiterError ? thrown.details.retryAfter : undefined;
    if (typeof after !== 'string') return null;
    const ms = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - this.politeness.clock.now();
    return ms <= MAX_RETRY_AFTER_MS ? Math.max(0, ms) : null;
  }
}
