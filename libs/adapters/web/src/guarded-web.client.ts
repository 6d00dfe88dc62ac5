import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import type { WebClient, WebRequest, WebResource } from '@arbiter/ports';
import { Agent, type Dispatcher, request } from 'undici';
import {
  checkedLookup,
  isPublicAddress,
  literalAddress,
  notPublic,
  type ResolveHost,
  SYSTEM_RESOLVER,
  webAddress,
} from './host-guard.js';
import { readText } from './read-text.js';

const PUBLIC_INTERNET: WebSurroundings = { resolve: SYSTEM_RESOLVER, isAllowedAddress: isPublicAddress };

/** As browsers allow twenty; a page that needs more than a few is not what was asked for. */
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const TEXTS = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml)$|application\/x-ndjson$)/;

/** Ports of the two schemes, which need not be named. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

export interface GuardedWebSettings {
  /** As `isAllowedHost` reads them; with an empty list nothing is asked. */
  readonly allowedHosts: readonly string[];
  /** For all redirects and the body together, in milliseconds. */
  readonly timeoutMs: number;
  /** Of one body. */
  readonly maxBytes: number;
}

/** How it reaches hosts; for those who have other ways than the public internet. */
export interface WebSurroundings {
  readonly resolve: ResolveHost;
  readonly isAllowedAddress: (address: string) => boolean;
}

/**
 * Asks only hosts that the operator names, and only where their names lead to the public internet: an address that a
 * model was talked into, or a redirect, reaches no service of this machine or network. Each hop is checked anew, and a
 * connection goes to the very address that was checked. Sends no credentials and no cookies.
 */
export class GuardedWebClient implements WebClient {
  readonly allowedHosts: readonly string[];
  private readonly dispatcher: Dispatcher;

  constructor(
    private readonly settings: GuardedWebSettings,
    private readonly surroundings: WebSurroundings = PUBLIC_INTERNET,
  ) {
    this.allowedHosts = settings.allowedHosts;
    const { resolve, isAllowedAddress } = surroundings;
    this.dispatcher = new Agent({ connect: { lookup: checkedLookup(resolve, isAllowedAddress) } });
  }

  async request({ method, url }: WebRequest, signal: AbortSignal): Promise<WebResource> {
    const { timeoutMs } = this.settings;
    return withDeadline(signal, { timeoutMs, what: 'The host' }, async (inTime) => {
      let target = this.check(url);
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const answer = await this.send(method, target, inTime);
        const location = answer.headers.location;
        if (!REDIRECTS.has(answer.statusCode) || typeof location !== 'string') return this.read(target, answer);
        discard(answer);
        target = this.check(location, target);
      }
      throw new ArbiterError('UNAVAILABLE', `"${target.hostname}" redirects more than ${MAX_REDIRECTS} times.`);
    });
  }

  close(): Promise<void> {
    return this.dispatcher.close();
  }

  private check(url: string, base?: URL): URL {
    const target = webAddress(url, base);
    const { hostname } = target;
    if (!isAllowedHost(target, this.allowedHosts)) {
      throw new ArbiterError('FORBIDDEN', `The host "${target.host}" is not allowed (HTTP_REQUEST_ALLOWED_HOSTS).`, {
        details: { host: target.host },
      });
    }
    const literal = literalAddress(hostname);
    if (literal !== null && !this.surroundings.isAllowedAddress(literal)) throw notPublic(hostname);
    return target;
  }

  private async send(method: 'GET' | 'HEAD', target: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    try {
      const headers = { 'user-agent': 'arbiter', accept: 'text/*, application/json', 'accept-encoding': 'identity' };
      return await request(target, { dispatcher: this.dispatcher, method, signal, headers });
    } catch (thrown) {
      signal.throwIfAborted();
      if (thrown instanceof ArbiterError) throw thrown;
      throw new ArbiterError('UNAVAILABLE', `"${target.hostname}" does not answer.`, { cause: thrown });
    }
  }

  private async read(target: URL, { statusCode, headers, body }: Dispatcher.ResponseData): Promise<WebResource> {
    const [mediaType = '', ...parameters] = String(headers['content-type'] ?? '')
      .toLowerCase()
      .split(/(?<!\s)\s*;\s*/);
    const charset = parameters
      .find((each) => each.startsWith('charset='))
      ?.slice('charset='.length)
      .replaceAll('"', '');
    const isText = mediaType === '' || TEXTS.test(mediaType);
    const encoding = headers['content-encoding'] ?? 'identity';
    if (!isText || encoding !== 'identity') {
      discard({ body });
      throw new ArbiterError('INVALID_REQUEST', `The page is not plain text (${mediaType}).`);
    }
    try {
      const text = await readText(body, this.settings.maxBytes, charset);
      return { url: target.href, status: statusCode, mediaType, text };
    } catch (thrown) {
      if (thrown instanceof ArbiterError) throw thrown;
      throw new ArbiterError('UNAVAILABLE', `The answer of "${target.hostname}" breaks off.`, { cause: thrown });
    }
  }
}

/** Breaks the connection off: what a body would still hold may be without end. */
function discard({ body }: Pick<Dispatcher.ResponseData, 'body'>): void {
  body.on('error', () => undefined).destroy();
}

/**
 * Whether an operator's list holds the host of an address: `example.org` that host, `*.example.org` every host below it,
 * each at the usual port of its scheme, `example.org:8443` at that one.
 */
export function isAllowedHost({ hostname, port, protocol }: URL, allowed: readonly string[]): boolean {
  const usual = DEFAULT_PORTS[protocol];
  const actual = port === '' ? usual : port;
  return allowed.some((entry) => {
    const [, pattern = '', named = usual] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
    if (pattern === '' || named !== actual) return false;
    return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
  });
}
