import { mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging.js';
import { sessionSecrets } from './session-secrets.js';

let directory: string;
let lines: string[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'arbiter-secrets-'));
  lines = [];
});
afterEach(() => rm(directory, { recursive: true }));

const secretsOf = (signingKeys?: readonly string[], at = directory) =>
  sessionSecrets({
    signingKeys,
    directory: at,
    logger: createLogger({ name: 'test', level: 'warn', destination: { write: (line) => void lines.push(line) } }),
  });

describe('what sessions are sealed by', () => {
  it('is what replicas share, where they share something', () => {
    expect(secretsOf(['new', 'old'])).toEqual(['new', 'old']);
  });

  it('is kept for its owner alone, and is the same after a restart', async () => {
    const [secret] = secretsOf();
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(secretsOf()).toEqual([secret]);
    expect((await stat(join(directory, 'session-secret'))).mode & 0o777).toBe(0o600);
    expect(lines).toEqual([]);
  });

  it('is one of the process where none can be kept, or what is kept is broken, and that is told', async () => {
    const nowhere = join(directory, 'nowhere');
    expect(secretsOf(undefined, nowhere)).not.toEqual(secretsOf(undefined, nowhere));
    const [secret] = secretsOf();
    await truncate(join(directory, 'session-secret'), 0);
    expect(secretsOf()).not.toEqual([secret]);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('a restart signs everybody out');
  });
});
