import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { readLockOwner } from '@arbiter/adapters-filesystem';
import { openEmbedder, openReader } from '@arbiter/backends';
import { keepFilesPrivate } from '@arbiter/platform';
import { loadStandaloneConfig } from './standalone.config.js';
import type { Standalone, StandaloneOptions } from './standalone.options.js';

/**
 * Starts arms in this process, over the in-process transport. The networks that are wanted begin to load first, in threads
 * of their own: they and the code of the arms take about as long as each other.
 *
 * @throws ArbiterError INVALID_REQUEST for a bad configuration. CONFLICT when another process writes to the data directory.
 *   FORBIDDEN or UNAVAILABLE when the directory cannot be used. UNAVAILABLE when a port is in use, or when a model of a server
 *   cannot be loaded.
 */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const config = loadStandaloneConfig(options.env, options.cwd);
  keepFilesPrivate();
  const embedder = openEmbedder(config.ingestion.values);
  const reader = openReader({ reader: config.validator.values.reader });
  const networks = { embedder, reader };
  // What fails here fails again in the call that needs it, which tells of it.
  for (const each of options.warm ?? [])
    void networks[each]?.warmUp(new AbortController().signal).catch(() => undefined);
  const close = async (): Promise<void> => {
    await reader?.close();
    await embedder.close();
  };
  try {
    const { startArms } = await import('./arms/start-arms.js');
    const started = await startArms(config, options, networks);
    return {
      ...started,
      async close() {
        await started.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The process that holds a data directory. */
export interface Holder {
  readonly pid: number;
  /** Where it answers; null for a command, and for a server that is starting. */
  readonly url: string | null;
  readonly starting: boolean;
}

/**
 * Finds the server that holds the data directory, so that a client can talk to it; null if there is none. The directory may
 * come from an untrusted folder. An address outside this machine would get the client's key, so it is not handed on.
 */
export async function runningServer({ env, cwd }: Pick<StandaloneOptions, 'env' | 'cwd'>): Promise<Holder | null> {
  const { ingestion } = loadStandaloneConfig(env, cwd);
  const owner = await readLockOwner(resolve(cwd, ingestion.values.dataDir));
  return (
    owner && {
      pid: owner.pid,
      starting: owner.starting,
      url: owner.url !== undefined && isOfThisMachine(owner.url) ? owner.url : null,
    }
  );
}

function isOfThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return host === 'localhost' || own.some(({ address }) => address === host);
}
