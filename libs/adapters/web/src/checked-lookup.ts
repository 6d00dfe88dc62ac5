import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { ArbiterError } from '@arbiter/contracts';

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
