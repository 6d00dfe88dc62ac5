import { BlockList, type IPVersion, isIP, isIPv4 } from 'node:net';
import type { RequestCounts } from '@arbiter/ports';

/** What one client, and all of them together, may take of a door. 0 is no limit. */
export interface DoorLimits {
  /** Requests of one client in a minute, and of one named key from wherever; undefined: {@link REQUESTS_PER_MINUTE}, and none for programs on this machine. */
  readonly requestsPerMinute: number | undefined;
  /** Connections of one client at once; undefined: {@link CONNECTIONS_PER_CLIENT}, and none for programs on this machine. */
  readonly connectionsPerClient: number | undefined;
  /** Connections of all clients at once. */
  readonly connections: number;
  /** Origins whose pages may ask; absent: none. */
  readonly allowedOrigins?: readonly string[];
  /** Counts over all replicas; absent: each counts for itself. */
  readonly counts?: RequestCounts;
  /** Reverse proxies: their `X-Forwarded-For` is believed, and no limit of one client holds for them. */
  readonly trustedProxies: BlockList;
}

/** Ten a second: far above what a person, an assistant or a page asks, far below what one machine can send. */
export const REQUESTS_PER_MINUTE = 600;

/** Browsers open six to a host, clients with a pool some tens. */
export const CONNECTIONS_PER_CLIENT = 100;

/** A page asks six at a time, an agent some more; a question takes seconds of a processor. */
export const CONCURRENT_PER_CLIENT = 64;

/** Each costs some ten kilobytes while it is idle. */
export const CONNECTIONS = 2_000;

/** The limits of a door whose operator set none. */
export const USUAL_LIMITS: DoorLimits = {
  requestsPerMinute: undefined,
  connectionsPerClient: undefined,
  connections: CONNECTIONS,
  trustedProxies: new BlockList(),
};

/** Those of `commonVariables` that limit a door. */
interface LimitVariables {
  readonly requestsPerMinute: number | undefined;
  readonly allowedOrigins?: readonly string[];
  readonly trustedProxies: readonly string[];
}

/** The limits of a door, as its arm is configured. */
export function doorLimits(values: LimitVariables): DoorLimits {
  const { requestsPerMinute, trustedProxies, allowedOrigins = [] } = values;
  return {
    requestsPerMinute,
    connectionsPerClient: undefined,
    connections: CONNECTIONS,
    allowedOrigins,
    trustedProxies: addressList(trustedProxies),
  };
}

/** Whether a text is an IP address, or a network in CIDR notation. */
export function isAddressOrNetwork(given: string): boolean {
  const [address = '', prefix, ...rest] = given.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

function addressList(members: readonly string[]): BlockList {
  const list = new BlockList();
  for (const member of members) {
    const [address = '', prefix] = member.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

/** Whether an address is one of the list; a text that is no address is not. */
export function isListed(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): IPVersion {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
