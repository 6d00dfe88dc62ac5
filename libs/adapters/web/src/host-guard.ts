import { ArbiterError } from '@arbiter/contracts';
import { notPublic, SYSTEM_RESOLVER, type ResolveHost } from './checked-lookup.js';
import { isPublicAddress, literalAddress } from './public-address.js';

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
