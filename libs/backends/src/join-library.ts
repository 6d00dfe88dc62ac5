import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { DataDirectory } from '@arbiter/adapters-filesystem';
import { IndexHome } from '@arbiter/adapters-nats-jetstream';
import { ArbiterError } from '@arbiter/contracts';
import type { NatsLink } from '@arbiter/messaging';
import type { StoreSettings } from './store-variables.js';

/** Names a data directory, wherever it is mounted. */
const IDENTITY_FILE = 'identity';

/**
 * Makes sure that a library on a broker has its embedded indexes in one data directory: LanceDB has one writer, and what
 * another worker wrote to its own disk would never be found. The first worker's directory is the one.
 *
 * @throws ArbiterError INVALID_REQUEST for an arm with embedded indexes on another data directory, naming the remedy
 */
export async function joinLibrary(
  connection: NatsLink['connection'],
  { qdrantUrl, elasticsearchUrl }: StoreSettings,
  directory: DataDirectory,
): Promise<void> {
  if (qdrantUrl !== undefined && elasticsearchUrl !== undefined) return;
  const { signal } = new AbortController();
  const home = new IndexHome(connection);
  const own = await identityOf(directory);
  const present = directory.writable
    ? await home.settle({ directory: own, host: hostname() }, signal)
    : await home.get(signal);
  if (!present || present.directory === own) return;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `The embedded indexes of this library are in a data directory on ${present.host}, which only one worker can write to: ` +
      'set QDRANT_URL and ELASTICSEARCH_URL for all arms, or run on that directory.',
    { details: { host: present.host } },
  );
}

/** A directory that is only read and has no name yet holds no index. */
async function identityOf(directory: DataDirectory): Promise<string> {
  const path = directory.resolve(IDENTITY_FILE);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const identity = randomUUID();
  if (directory.writable) await directory.write(path, `${identity}\n`);
  return identity;
}
