import { isIPv4 } from 'node:net';
import { ArbiterError } from '@arbiter/contracts';

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
export function assertBindable({ host, apiKey }: { readonly host: string; readonly apiKey: string | undefined }): void {
  if (isLoopback(host) || apiKey !== undefined) return;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `Refusing to listen on ${host} without a key, since whoever reaches that address could read and change the library: ` +
      'set ARBITER_API_KEY, or leave ARBITER_HOST at 127.0.0.1.',
    { details: { host } },
  );
}
