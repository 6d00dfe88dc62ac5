import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import type { FoundItem, LoadContext } from '@arbiter/ports';
import {
  type FetchedPage,
  type PageFetcher,
  type PageVersion,
  readVersion,
  writeVersion,
} from '../pages/page-fetcher.js';
import { filesIn, nameOf, storeItem, unchangedItem } from '../pages/page-item.js';
import { CrawlFrontier, type Visit } from './crawl-frontier.js';
import type { CrawlLimits } from './crawl-limits.js';
import { addressKey, normaliseAddress, type SiteScope } from './page-address.js';
import type { PoliteFetcher } from './polite-fetcher.js';
import type { SiteRobots } from './robots-rules.js';
import { isNoDocument, leadsToNoDocument, readSitePage, rememberedLinks, versionOf } from './site-page.js';

export interface CrawlPorts {
  readonly fetcher: PageFetcher;
  readonly polite: PoliteFetcher;
  readonly robots: SiteRobots;
  readonly scope: SiteScope;
  readonly limits: CrawlLimits;
  readonly context: LoadContext;
}

/** What a visit comes to; null for a page that has gone, or is looked at by another visit. */
type Found = FoundItem | null;

/** Redirects from one address. */
const MAX_REDIRECTS = 5;
/** What may succeed another time: a page that fails so may lead to others. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['UNAVAILABLE', 'RATE_LIMITED', 'INTERNAL']);

/** One walk through a site, page by page, nearest first. */
export class SiteCrawl {
  private readonly frontier: CrawlFrontier;
  private readonly nextFile: () => Promise<string>;
  /** Keys of addresses that other pages name as their own: such a page is a document, even if it names another original. */
  private readonly originals = new Set<string>();
  /** Pages that did not answer, so that their links are unknown. */
  private deadEnds = 0;

  /** @param place the origin under which the documents are stored, and the first page */
  constructor(
    private readonly place: { readonly origin: string; readonly start: URL },
    private readonly ports: CrawlPorts,
  ) {
    this.frontier = new CrawlFrontier(ports.scope, ports.limits.depth);
    this.nextFile = filesIn(ports.context);
  }

  /**
   * @param listed pages that the sitemaps name
   * @throws ArbiterError what the first page failed with; NOT_FOUND when it has gone
   */
  async *run(listed: readonly URL[], signal: AbortSignal): AsyncGenerator<FoundItem, void, undefined> {
    const { limits } = this.ports;
    const { start } = this.place;
    if (!this.frontier.add({ url: start, depth: 0 })) {
      throw new ArbiterError(
        'INVALID_REQUEST',
        `${start.href} looks like an address that a site makes up without end.`,
      );
    }
    for (const url of listed) this.frontier.add({ url, depth: 1 });
    for (let visit = this.frontier.take(); visit; visit = limits.reason === null ? this.frontier.take() : undefined) {
      const found = await this.visit(visit, signal);
      if (found) yield found;
    }
    for (const url of this.frontier.endless)
      yield skipped(url, 'The site seems to make up such addresses without end.');
    if (!this.frontier.isEmpty)
      yield this.unseen(limits.reason ?? 'The site links to more pages than can be remembered.');
    if (this.deadEnds > 0)
      yield this.unseen(`What ${this.deadEnds} of its pages link to is not known: they did not answer.`);
  }

  private async visit(visit: Visit, signal: AbortSignal): Promise<Found> {
    const { context, robots, limits, polite, fetcher } = this.ports;
    let { url } = visit;
    let known: PageVersion | null = null;
    const passed = new Set<string>();
    try {
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const { href } = url;
        if (context.isExcluded(href) && !this.isStart(visit)) return null;
        if (leadsToNoDocument(url)) return skipped(href, 'By its name it is no document.');
        const rules = await robots.of(url, signal);
        if (!rules.allow(url)) return this.refused(visit, url);
        const stored = await context.versionAt(href, signal);
        known = readVersion(stored);
        const links = known && rememberedLinks(known, href);
        limits.countPage();
        const answer = await polite.ask(href, links && known, signal);
        if (typeof answer === 'object' && 'bytes' in answer) limits.countBytes(answer.bytes.length);
        if (answer === 'gone') return this.gone(visit);
        if (answer === 'unchanged') {
          this.follow(links, visit);
          return unchangedItem({ origin: this.place.origin, url: href }, { version: stored, known }, fetcher);
        }
        if (!('movedTo' in answer)) return await this.take(answer, { ...visit, url }, signal);
        passed.add(addressKey(url));
        const target = this.redirected(visit, { from: url, passed }, answer.movedTo);
        if (!(target instanceof URL)) return target;
        url = target;
      }
      throw new ArbiterError('INVALID_REQUEST', `${visit.url.href} redirects more than ${MAX_REDIRECTS} times.`);
    } catch (thrown) {
      signal.throwIfAborted();
      if (this.isStart(visit)) throw thrown;
      return this.failed({ ...visit, url }, known, ArbiterError.from(thrown));
    }
  }

  private async take(page: FetchedPage, visit: Visit, signal: AbortSignal): Promise<Found> {
    const { href } = visit.url;
    if (isNoDocument(page.mediaType)) return skipped(href, `It is no document (${page.mediaType}).`);
    const { links, canonical, mayIndex } = readSitePage(page);
    this.follow(links, visit);
    if (!mayIndex) return skipped(href, 'It asks not to be indexed.');
    const key = addressKey(visit.url);
    if (
      canonical &&
      this.ports.scope.includes(canonical) &&
      addressKey(canonical) !== key &&
      !this.originals.has(key)
    ) {
      this.originals.add(addressKey(canonical));
      this.frontier.add({ url: canonical, depth: visit.depth });
      return skipped(href, `It says that it is the same as ${canonical.href}.`);
    }
    const name = nameOf(page, this.ports.context);
    const ours = links.filter((link) => this.ports.scope.includes(link));
    const version = writeVersion(versionOf(page, name, ours));
    return storeItem(
      page,
      { origin: this.place.origin, url: href },
      { name, version, nextFile: this.nextFile },
      signal,
    );
  }

  private follow(links: readonly URL[] | null, { depth }: Visit): void {
    for (const url of links ?? []) this.frontier.add({ url, depth: depth + 1 });
  }

  /** @returns where to ask next, or what the visit comes to */
  private redirected(
    visit: Visit,
    { from, passed }: { readonly from: URL; readonly passed: ReadonlySet<string> },
    movedTo: string,
  ): URL | Found {
    const url = normaliseAddress(movedTo);
    if (url && this.ports.scope.includes(url)) {
      const key = addressKey(url);
      // The same page by another spelling, such as with a slash.
      if (key === addressKey(from)) return url;
      if (passed.has(key)) throw new ArbiterError('INVALID_REQUEST', `${visit.url.href} redirects in a circle.`);
      // A known address gets a visit of its own.
      return this.frontier.learn(url) ? url : null;
    }
    if (!this.isStart(visit)) return skipped(visit.url.href, 'It leads out of the site.');
    throw new ArbiterError('INVALID_REQUEST', `${visit.url.href} leads to ${movedTo}: ingest that address.`);
  }

  private refused(visit: Visit, { href, host }: URL): Found {
    if (!this.isStart(visit)) return skipped(href, `The robots.txt of "${host}" does not allow it.`);
    throw new ArbiterError('FORBIDDEN', `The robots.txt of "${host}" does not allow ${href} to be read.`);
  }

  /** A whole site does not go because its first page has: that is more likely a fault. */
  private gone(visit: Visit): Found {
    if (!this.isStart(visit)) return null;
    throw new ArbiterError('NOT_FOUND', `There is nothing at ${visit.url.href}; its documents stay.`);
  }

  /** A page that is stored is not lost because it fails today, and neither is what it linked to. */
  private failed(visit: Visit, known: PageVersion | null, error: ArbiterError): Found {
    const { href } = visit.url;
    const links = known && rememberedLinks(known, href);
    if (links) this.follow(links, visit);
    if (PASSING.has(error.code)) {
      this.ports.limits.countFailure();
      // A page that is broken by itself (500) stays so, and would keep what has gone for ever.
      if (!links && error.details.status !== 500) this.deadEnds += 1;
    }
    return {
      source: href,
      origin: this.place.origin,
      location: href,
      name: known?.name ?? 'index.html',
      size: 0,
      read: () => Promise.reject(error),
    };
  }

  private isStart({ url }: Visit): boolean {
    return url === this.place.start;
  }

  private unseen(reason: string): FoundItem {
    return { unseen: { source: this.place.start.href, reason } };
  }
}

function skipped(source: string, reason: string): FoundItem {
  return { skipped: { source, reason } };
}
