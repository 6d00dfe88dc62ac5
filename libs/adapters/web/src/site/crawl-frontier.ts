import { addressKey, looksEndless, type SiteScope } from './page-address.js';

/** A page that is to be looked at. */
export interface Visit {
  readonly url: URL;
  /** Links away from the first page. */
  readonly depth: number;
}

/** Addresses that wait at most; a site that links to more of them makes them up. */
const MAX_WAITING = 200_000;

/** The pages of a crawl that are still to be looked at, nearest first, each only once. */
export class CrawlFrontier {
  private readonly queue: Visit[] = [];
  private next = 0;
  private readonly known = new Set<string>();
  /** Addresses that were left out because the site seems to make them up. */
  readonly endless: string[] = [];
  private overflowed = false;

  constructor(
    private readonly scope: SiteScope,
    private readonly maxDepth: number,
  ) {}

  /** @returns false for what does not belong to the crawl, or was added before */
  add({ url, depth }: Visit): boolean {
    if (depth > this.maxDepth || !this.scope.includes(url) || !this.learn(url)) return false;
    if (looksEndless(url)) {
      this.endless.push(url.href);
      return false;
    }
    if (this.queue.length - this.next >= MAX_WAITING) {
      this.overflowed = true;
      return false;
    }
    this.queue.push({ url, depth });
    return true;
  }

  take(): Visit | undefined {
    const visit = this.queue[this.next];
    if (visit) this.next += 1;
    return visit;
  }

  /** Remembers an address that is looked at by another way. @returns false where it was known */
  learn(url: URL): boolean {
    const key = addressKey(url);
    if (this.known.has(key)) return false;
    this.known.add(key);
    return true;
  }

  /** Whether something is left to be looked at. */
  get isEmpty(): boolean {
    return this.next === this.queue.length && !this.overflowed;
  }
}
