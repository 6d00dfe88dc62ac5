import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../logging.js';
import type { Secrets } from './seal.js';

const FILE = 'session-secret';
const SECRET_BYTES = 32;
/** For its owner alone. */
const MODE = 0o600;

export interface SessionSecretsOptions {
  /** NATS_SIGNING_KEY: what replicas share. */
  readonly signingKeys: readonly string[] | undefined;
  /** The data directory, absolute. */
  readonly directory: string;
  readonly logger: Logger;
}

/**
 * By what sessions are sealed: what replicas share, else a random secret of the data directory, so that a restart signs nobody
 * out. Where neither can be had it is a secret of this process. It guards no more than what a cookie holds: whoever has it can
 * read a cookie that he also has, and make none that opens anything.
 */
export function sessionSecrets({ signingKeys, directory, logger }: SessionSecretsOptions): Secrets {
  const [first, ...others] = signingKeys ?? [];
  if (first !== undefined) return [first, ...others];
  const path = join(directory, FILE);
  const fresh = randomBytes(SECRET_BYTES).toString('base64url');
  try {
    if (!existsSync(path)) writeFileSync(path, fresh, { mode: MODE, flag: 'wx' });
    const kept = readFileSync(path, 'utf8');
    if (kept.length === fresh.length) return [kept];
    logger.warn({ path }, 'this secret of sessions is broken: a restart signs everybody out');
  } catch (error) {
    logger.warn({ path, err: error }, 'no secret of sessions can be kept: a restart signs everybody out');
  }
  return [fresh];
}
