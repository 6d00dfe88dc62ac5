import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';

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

/** What IANA has given out of IPv6; all that maps, embeds or translates IPv4 addresses lies elsewhere, but for 6to4. */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');
const GLOBAL_UNICAST_PREFIX = 3;

const setAside = new BlockList();
for (const network of SET_ASIDE) setAside.addSubnet(...network);

/**
 * Whether an address belongs to a host of the public internet: what the registries of IANA set aside (loopback, private,
 * link-local, shared, multicast, documentation, transition mechanisms that may lead to any of these) does not. An IPv4
 * address that is mapped into IPv6 counts as what it is.
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
