import ipaddr from 'ipaddr.js';

/**
 * Whether an address belongs to a host of the public internet: what the registries of IANA set aside (loopback, private,
 * link-local, shared, multicast, documentation, transition mechanisms that may lead to any of these) does not. An IPv4
 * address that is written as IPv6 counts as what it is.
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** The address that stands in a URL in the place of a name; null for a name. */
export function literalAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
}
