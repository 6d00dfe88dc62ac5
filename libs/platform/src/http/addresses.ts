import { isIPv4, isIPv6 } from 'node:net';
import { ArbiterError } from '@arbiter/contracts';

/** As some proxies write `X-Forwarded-For`: IPv4 with its port, IPv6 in brackets. */
const WITH_PORT = /^(?:([\d.]+):\d+|\[([^\]]*)\](?::\d+)?)$/;
const GROUPS = 8;
/** For the operator, in errors. */
export const WAYS_TO_AUTHENTICATE = 'set ARBITER_API_KEY, ARBITER_KEYS_FILE or OIDC_ISSUER';
/** One subscriber has at least 64 bits of addresses for itself (RFC 6177): whoever counts single ones counts in vain. */
const NETWORK_GROUPS = 4;

/**
 * Whom an address is counted for: the address itself, of IPv6 its network of 64 bits.
 *
 * @param address as a socket or a trusted proxy tells it; anything else is one client with all that is none
 */
export function clientOf(address: string | undefined): string {
  const bare = plainAddress(address ?? '');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';
  if (bare === '::1') return bare;
  return `${groupsOf(bare).slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/**
 * An address without zone and port, and in IPv4's own form where it is one of IPv4, as a socket of both families shows it
 * (RFC 4291, 2.5.5.2).
 */
export function plainAddress(address: string): string {
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  const [bare = ''] = (ipv4 ?? ipv6 ?? address).split('%', 1);
  return (isIPv6(bare) ? mappedIPv4(groupsOf(bare)) : undefined) ?? bare;
}

/** @returns undefined for an address that is IPv6 alone */
function mappedIPv4(groups: readonly string[]): string | undefined {
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, -2).join(':') !== '0:0:0:0:0:ffff' || high === undefined || low === undefined) return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** All eight groups of an IPv6 address in one form, so that no two spellings are two clients. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const [before, after] = [groupsIn(head), groupsIn(tail ?? '')];
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after];
}

function groupsIn(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

/** Whether only programs on this machine can reach an address: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'));
}

/**
 * The binding rule: without a key, only this machine may ask.
 *
 * @throws ArbiterError INVALID_REQUEST with the reason and both remedies
 */
export function assertBindable({
  host,
  authenticate,
}: {
  readonly host: string;
  /** undefined: nobody has to say who he is. */
  readonly authenticate: unknown;
}): void {
  if (isLoopback(host) || authenticate !== undefined) return;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `Refusing to listen on ${host} without a key, since anyone who reaches that address could read and change the library: ` +
      `${WAYS_TO_AUTHENTICATE}, or leave ARBITER_HOST at 127.0.0.1.`,
    { details: { host } },
  );
}
