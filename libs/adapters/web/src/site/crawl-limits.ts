import type { Clock } from '@arbiter/ports';

export interface CrawlBounds {
  /** Links from the first page, ≥ 0. */
  readonly depth: number;
  /** Requests for pages, ≥ 1. */
  readonly maxPages: number;
  /** Of all answers together. */
  readonly maxBytes: number;
}

/** How long one crawl may last, in milliseconds: a host that answers a byte at a time is no site to be read. */
const MAX_DURATION_MS = 4 * 60 * 60 * 1_000;
/** Pages that fail one after the other before the site counts as down. */
const MAX_FAILURES_IN_A_ROW = 5;

/** Says when a crawl has seen enough. */
export class CrawlLimits {
  private readonly started: number;
  private pages = 0;
  private bytes = 0;
  private failuresInARow = 0;

  constructor(
    private readonly bounds: CrawlBounds,
    private readonly clock: Clock,
  ) {
    this.started = clock.monotonic();
  }

  get depth(): number {
    return this.bounds.depth;
  }

  /** To be called before every request for a page. */
  countPage(): void {
    this.pages += 1;
  }

  /** To be called with every answer. */
  countBytes(bytes: number): void {
    this.bytes += bytes;
    this.failuresInARow = 0;
  }

  countFailure(): void {
    this.failuresInARow += 1;
  }

  /** Why the crawl ends here, one sentence; null while it goes on. */
  get reason(): string | null {
    const { maxPages, maxBytes } = this.bounds;
    if (this.pages >= maxPages) return `The limit of ${maxPages} pages was reached; raise maxPages to see the rest.`;
    if (this.bytes >= maxBytes)
      return `The limit of ${maxBytes} bytes was reached; ingest parts of the site by their own addresses.`;
    if (this.failuresInARow >= MAX_FAILURES_IN_A_ROW)
      return `${MAX_FAILURES_IN_A_ROW} pages in a row did not answer; the site seems to be down.`;
    if (this.clock.monotonic() - this.started >= MAX_DURATION_MS) return 'The site is too slow to be read in one go.';
    return null;
  }
}
