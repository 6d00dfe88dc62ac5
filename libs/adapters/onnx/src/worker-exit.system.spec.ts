import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { BGE_SMALL_EN_V1_5 } from '@arbiter/models-bge-small-en-v1.5';

const SCRIPT = fileURLToPath(new URL('../test/embed-and-leave.mjs', import.meta.url));

/** A process of its own, since its end is what is tested. */
function exitCodeOf(ending: string): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [SCRIPT, ending], { stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ?? code));
    child.stdin.end(JSON.stringify(BGE_SMALL_EN_V1_5));
  });
}

describe('a process with an embedding thread', () => {
  it('may exit in the middle of a batch', async () => {
    await expect(exitCodeOf('exit')).resolves.toBe(0);
  });

  it('may die of an error in the middle of a batch, and its own exit code is the one that is seen', async () => {
    await expect(exitCodeOf('throw')).resolves.toBe(1);
  });

  it('ends by itself once the thread is closed', async () => {
    await expect(exitCodeOf('close')).resolves.toBe(0);
  });
});
