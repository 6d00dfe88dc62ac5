import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { readLockOwner } from '@arbiter/adapters-filesystem';
import { loadStandaloneConfig } from './standalone.config.js';
import type { StandaloneOptions } from './standalone.options.js';

/**
 * Who holds the data directory, so that a client can talk to it; null when nobody does. The directory may have come with a
 * folder of strangers: an address that is not of this machine would get the key of the client, and is not handed on.
 */
export async function runningServer({
  env,
  cwd,
}: Pick<StandaloneOptions, 'env' | 'cwd'>): Promise<{ pid: number; url: string | null } | null> {
  const { ingestion } = loadStandaloneConfig(env, cwd);
  const owner = await readLockOwner(resolve(cwd, ingestion.values.dataDir));
  return owner && { pid: owner.pid, url: owner.url !== undefined && isOfThisMachine(owner.url) ? owner.url : null };
}

function isOfThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return host === 'localhost' || own.some(({ address }) => address === host);
}
