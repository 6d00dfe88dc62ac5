import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, type LookupFunction } from 'node:net';
import { ArbiterError } from '@arbiter/contracts';
import ipaddr from 'ipaddr.js';

/** What IANA has given out of IPv6; all that maps, embeds or translates IPv4 addresses lies elsewhere, but for 6to4. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_PREFIX = 3;

/** @throws ArbiterError INVALID_REQUEST for what is no address of the web, or names a user */
export function webAddress(url: string, base?: URL): URL {
  const target = URL.canParse(url, base?.href) ? new URL(url, base) : null;
  if (!target || !['http:', 'https:'].includes(target.protocol)) {
    throw new ArbiterError('INVALID_REQUEST', 'That is no address that begins with http:// or https://.');
  }
  if (target.username !== '' || target.password !== '') {
    throw new ArbiterError('INVALID_REQUEST', 'An address must not name a user or a password.');
  }
  return target;
}

/** A host and the port that is asked there. */
export interface HostAndPort {
  /** As in a URL: an IPv6 address in brackets. */
  readonly name: string;
  readonly port: number;
}

/**
 * Which hosts documents may be fetched from: all of the public internet, and those of this machine and network that the
 * operator names. Elsewhere what answers is not meant for whoever submits a job.
 */
export class HostGuard {
  /**
   * @param privateHosts `wiki.intra` that host at every port, `*.intra` every host below, `127.0.0.1:8080` at that port
   */
  constructor(
    private readonly privateHosts: readonly string[],
    private readonly resolve: ResolveHost = SYSTEM_RESOLVER,
  ) {}

  /** Whether a host may be asked at whatever address it has. */
  isNamed({ name, port }: HostAndPort): boolean {
    const host = name.toLowerCase();
    return this.privateHosts.some((entry) => {
      const [, pattern = '', named] = /^(.*?)(?::(\d+))?$/.exec(entry.trim().toLowerCase()) ?? [];
      if (pattern === '' || (named !== undefined && Number(named) !== port)) return false;
      return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
    });
  }

  /** @throws ArbiterError FORBIDDEN for an address in the place of a name that is not public */
  assertLiteralIsPublic({ name }: Pick<HostAndPort, 'name'>): void {
    const literal = literalAddress(name);
    if (literal !== null && !isPublicAddress(literal)) throw notPublic(name);
  }

  /**
   * @returns the addresses that the host may be asked at, at least one
   * @throws ArbiterError FORBIDDEN where one of them is not public and the host is not named; UNAVAILABLE for a name that
   *   leads nowhere
   */
  async addressesOf(host: HostAndPort, signal: AbortSignal): Promise<readonly string[]> {
    signal.throwIfAborted();
    const literal = literalAddress(host.name);
    const addresses = literal === null ? await this.lookUp(host.name) : [literal];
    // One address out of reach is enough: a mixture is what an attack looks like.
    if (!this.isNamed(host) && !addresses.every(isPublicAddress)) throw notPublic(host.name);
    return addresses;
  }

  private async lookUp(name: string): Promise<string[]> {
    try {
      const found = await this.resolve(name, {});
      if (found.length > 0) return found.map(({ address }) => address);
    } catch (cause) {
      throw new ArbiterError('UNAVAILABLE', `There is no host "${name}".`, { details: { host: name }, cause });
    }
    throw new ArbiterError('UNAVAILABLE', `There is no host "${name}".`, { details: { host: name } });
  }
}

/** All addresses of a name. */
export type ResolveHost = (hostname: string, options: LookupOptions) => Promise<readonly LookupAddress[]>;

export const SYSTEM_RESOLVER: ResolveHost = (hostname, options) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });

/**
 * A lookup for sockets that gives no address that is not allowed. The socket connects to what it gives: a name that
 * resolves to something else a moment later (DNS rebinding) leads nowhere else.
 */
export function checkedLookup(resolve: ResolveHost, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options).then(
      (addresses) => {
        const [first] = addresses;
        // One address out of reach is enough: a mixture is what an attack looks like.
        if (!first || !addresses.every(({ address }) => isAllowed(address))) {
          callback(notPublic(hostname), '', 0);
        } else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error as Error, '', 0),
    );
  };
}

export function notPublic(hostname: string): ArbiterError {
  return new ArbiterError('FORBIDDEN', `"${hostname}" does not lead to an address of the public internet.`, {
    details: { host: hostname },
  });
}

/** Of the unicast addresses that ipaddr.js knows nothing special of, those that are not the public internet all the same. */
const SET_ASIDE: readonly (readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  // Metadata and agents of Azure: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  ['168.63.129.16', 32, 'ipv4'],
  // IANA special-purpose registry: AS112, AMT, benchmarking.
  ['192.31.196.0', 24, 'ipv4'],
  ['192.52.193.0', 24, 'ipv4'],
  ['192.175.48.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  // IETF protocol assignments (Teredo, benchmarking, ORCHID), AS112, documentation (RFC 9637).
  ['2001::', 23, 'ipv6'],
  ['2620:4f:8000::', 48, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];

const setAside = new BlockList();
for (const network of SET_ASIDE) setAside.addSubnet(...network);

/**
 * Whether an address belongs to a host of the public internet. Addresses that the registries of IANA set aside do not:
 * loopback, private, link-local, shared, multicast, documentation, and transition mechanisms that may lead to any of
 * these. An IPv4 address that is mapped into IPv6 is judged as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_PREFIX)) return false;
  return !setAside.check(parsed.toNormalizedString(), parsed.kind());
}

/** The address that stands in a URL in the place of a name; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}
