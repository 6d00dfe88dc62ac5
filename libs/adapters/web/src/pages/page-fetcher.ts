import { readBytes, withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import {
  checkedLookup,
  type HostGuard,
  isPublicAddress,
  type ResolveHost,
  SYSTEM_RESOLVER,
  webAddress,
} from '../host-guard.js';

/** As browsers allow twenty; a page that needs more than a few is not what was asked for. */
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const NOT_MODIFIED = 304;
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** What is kept of an answer so that it can be asked for again: its validators, and the name that says its format. */
const PageVersion = z.object({
  name: z.string(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** Of a page of a site: what it linked to. A page that is unchanged does not say it again. */
  links: z.array(z.string()).optional(),
  /** Of a page of a site: sha256 of its bytes, since not every server names its content. */
  digest: z.string().optional(),
});
export type PageVersion = Validators & z.output<typeof PageVersion>;

/** @returns undefined for a page of which nothing is known to ask by or to compare */
export function writeVersion({ name, etag, lastModified, links, digest }: PageVersion): string | undefined {
  if (etag === null && lastModified === null && digest === undefined) return undefined;
  return JSON.stringify({ name, etag, lastModified, links, digest });
}

/** @returns null for nothing, and for what an earlier release may have written */
export function readVersion(version: string | null): PageVersion | null {
  if (version === null) return null;
  try {
    return PageVersion.parse(JSON.parse(version));
  } catch {
    return null;
  }
}

/** What an answer is told apart by, as its server names it (RFC 9110 8.8). */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchedPage extends Validators {
  /** Where the redirects led. */
  readonly url: string;
  /** Lower case, without parameters; empty where the server does not say. */
  readonly mediaType: string;
  /** As the server names it. */
  readonly charset: string | null;
  /** What the server tells robots of the page (X-Robots-Tag); empty for nothing. */
  readonly robots: string;
  readonly bytes: Uint8Array;
}

/** An answer that names another address. */
interface Redirection {
  /** Absolute; not yet checked. */
  readonly movedTo: string;
}

/** What one request to one address gives; 'gone' is not there, or no longer (404, 410). */
export type PageAnswer = FetchedPage | Redirection | 'unchanged' | 'gone';

export interface PageFetcherOptions {
  readonly guard: HostGuard;
  /** Of one answer. */
  readonly maxBytes: number;
  /** For all redirects and the body together, in milliseconds. */
  readonly timeoutMs: number;
  /** Default: the system's. */
  readonly resolve?: ResolveHost;
}

/**
 * Fetches documents of the web: from hosts of the public internet, and from those that the operator names. Each hop is checked
 * anew, and a connection goes to the very address that was checked. Sends no credentials and no cookies, and takes no
 * compressed answer, which could be a bomb.
 */
export class PageFetcher {
  private readonly publicHosts: Dispatcher;
  private readonly namedHosts = new Agent();

  constructor(private readonly options: PageFetcherOptions) {
    const lookup = checkedLookup(options.resolve ?? SYSTEM_RESOLVER, isPublicAddress);
    this.publicHosts = new Agent({ connect: { lookup } });
  }

  /**
   * @param known of the answer that is stored: while it holds, the answer is 'unchanged'
   * @returns 'gone' for what is not there, or no longer (404, 410)
   * @throws ArbiterError INVALID_REQUEST for no address of the web, FORBIDDEN and UNAUTHENTICATED, PAYLOAD_TOO_LARGE,
   *   RATE_LIMITED, UNAVAILABLE for a host that does not answer, or not in time
   */
  async fetch(url: string, known: Validators | null, signal: AbortSignal): Promise<FetchedPage | 'unchanged' | 'gone'> {
    return this.inTime(url, signal, async (inTime) => {
      let target = webAddress(url);
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const answer = await this.hop(target, known, inTime);
        if (typeof answer === 'string' || !('movedTo' in answer)) return answer;
        target = webAddress(answer.movedTo);
      }
      throw new ArbiterError('UNAVAILABLE', `"${target.hostname}" redirects more than ${MAX_REDIRECTS} times.`);
    });
  }

  /** As `fetch`, but a redirect is reported and not followed: the caller may have rules about its target. */
  async ask(url: string, known: Validators | null, signal: AbortSignal): Promise<PageAnswer> {
    return this.inTime(url, signal, (inTime) => this.hop(webAddress(url), known, inTime));
  }

  async close(): Promise<void> {
    await Promise.all([this.publicHosts.close(), this.namedHosts.close()]);
  }

  private inTime<T>(url: string, signal: AbortSignal, work: (inTime: AbortSignal) => Promise<T>): Promise<T> {
    return withDeadline(signal, { timeoutMs: this.options.timeoutMs, what: `"${hostOf(url)}"` }, work);
  }

  private async hop(target: URL, known: Validators | null, signal: AbortSignal): Promise<PageAnswer> {
    const answer = await this.send(target, known, signal);
    const { location } = answer.headers;
    if (!REDIRECTS.has(answer.statusCode) || typeof location !== 'string') return this.take(target, answer);
    discard(answer);
    return { movedTo: webAddress(location, target).href };
  }

  private async send(target: URL, known: Validators | null, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { guard } = this.options;
    const host = { name: target.hostname, port: Number(target.port || (target.protocol === 'https:' ? 443 : 80)) };
    const isNamed = guard.isNamed(host);
    // The lookup of the connection checks a host name. An address in its place is never looked up, so it is checked here.
    if (!isNamed) guard.assertLiteralIsPublic(host);
    const headers = {
      'user-agent': 'arbiter',
      accept: '*/*',
      'accept-encoding': 'identity',
      ...(known?.etag && { 'if-none-match': known.etag }),
      ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
    };
    try {
      return await request(target, { dispatcher: isNamed ? this.namedHosts : this.publicHosts, signal, headers });
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof ArbiterError) throw thrown;
      throw new ArbiterError('UNAVAILABLE', `"${target.hostname}" does not answer.`, { cause: thrown });
    }
  }

  private async take(target: URL, answer: Dispatcher.ResponseData): Promise<FetchedPage | 'unchanged' | 'gone'> {
    const { statusCode, headers, body } = answer;
    if (statusCode === NOT_MODIFIED || GONE.has(statusCode)) {
      discard(answer);
      return statusCode === NOT_MODIFIED ? 'unchanged' : 'gone';
    }
    if (statusCode !== 200) {
      discard(answer);
      throw fromStatus(statusCode, target, only(headers['retry-after']));
    }
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
      discard(answer);
      throw new ArbiterError(
        'INVALID_REQUEST',
        `"${target.hostname}" compresses its answer although it was asked not to.`,
      );
    }
    const [mediaType = '', ...parameters] = String(headers['content-type'] ?? '').split(/(?<!\s)\s*;\s*/);
    const charset = parameters.find((each) => /^charset=/i.test(each));
    try {
      return {
        url: target.href,
        mediaType: mediaType.toLowerCase(),
        robots: [headers['x-robots-tag'] ?? ''].flat().join(','),
        charset: charset?.slice('charset='.length).replaceAll('"', '') ?? null,
        etag: only(headers.etag),
        lastModified: only(headers['last-modified']),
        bytes: await readBytes(body, this.options.maxBytes),
      };
    } catch (thrown) {
      discard(answer);
      if (thrown instanceof ArbiterError) throw thrown;
      throw new ArbiterError('UNAVAILABLE', `The answer of "${target.hostname}" breaks off.`, { cause: thrown });
    }
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'The host';
}

function only(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null;
}

/** Breaks the connection off: what a body would still hold may be without end. */
function discard({ body }: Pick<Dispatcher.ResponseData, 'body'>): void {
  body.on('error', () => undefined).destroy();
}

/**
 * What a status that gives no document means for whoever asked (RFC 9110 15).
 *
 * @param retryAfter as the server says when to ask again; kept with the error as it is
 */
function fromStatus(status: number, { href, hostname }: URL, retryAfter: string | null = null): ArbiterError {
  const details = { url: href, status, ...(retryAfter !== null && { retryAfter }) };
  switch (status) {
    case 401:
    case 407:
      return new ArbiterError('UNAUTHENTICATED', `${href} needs a password, which Arbiter does not send.`, { details });
    case 403:
      return new ArbiterError('FORBIDDEN', `"${hostname}" refuses to give ${href}.`, { details });
    case 429:
      return new ArbiterError('RATE_LIMITED', `"${hostname}" has been asked too often. Try again later.`, { details });
    default:
      return status >= 500
        ? new ArbiterError('UNAVAILABLE', `"${hostname}" answers with status ${status}.`, { details })
        : new ArbiterError('INVALID_REQUEST', `${href} gives no document (status ${status}).`, { details });
  }
}
