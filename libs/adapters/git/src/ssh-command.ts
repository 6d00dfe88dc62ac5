import { isIPv4, isIP } from 'node:net';
import { ArbiterError } from '@arbiter/contracts';

/** As `RemoteRepository` has it: nothing that a shell reads. */
const PLAIN_NAME = /^[\w.-]+$|^\[[\da-f:.]+\]$/;

/**
 * The ssh that connects to an address which was checked, whatever the name leads to a moment later. Git hands it to a shell,
 * and it wins over HostName and Port of a person's ~/.ssh/config. The key of the host is still looked up by its name.
 *
 * @param addresses of the host, at least one; ssh takes one, and an IPv4 address is the one that networks rarely lack
 */
export function sshCommand({ name, port }: { name: string; port: number }, addresses: readonly string[]): string {
  const address = addresses.find(isIPv4) ?? addresses[0];
  if (address === undefined || isIP(address) === 0 || !PLAIN_NAME.test(name)) {
    throw new ArbiterError('INVALID_REQUEST', 'The host of the repository cannot be handed to ssh.');
  }
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  // As ssh itself writes a host into known_hosts.
  const knownAs = port === 22 ? bare : `[${bare}]:${port}`;
  const options = [
    'BatchMode=yes',
    `HostName=${address}`,
    `Port=${port}`,
    `HostKeyAlias=${knownAs}`,
    'CheckHostIP=no',
    // A name that ssh rewrites is looked up again.
    'CanonicalizeHostname=no',
  ];
  return `ssh ${options.map((option) => `-o '${option}'`).join(' ')}`;
}
