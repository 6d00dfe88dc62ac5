import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BGE_SMALL_EN_V1_5 } from '@arbiter/models-bge-small-en-v1.5';
import { describe, expect, it } from '@jest/globals';
import { createOnnxEmbedder } from './onnx-embedder.js';
import { ENTRIES, startThread, startThreadsEarly } from './start-thread.js';

const TEXT = 'Mara lit the lantern.';
const OPTIONS = { kind: 'query', signal: new AbortController().signal } as const;

describe('a thread that was started before its settings were known', () => {
  it('is the one that the next embedder uses, and embeds as any other', async () => {
    startThreadsEarly(['embedder']);
    const early = createOnnxEmbedder();
    const usual = createOnnxEmbedder();
    const [[own], [expected]] = await Promise.all([early.embed([TEXT], OPTIONS), usual.embed([TEXT], OPTIONS)]);
    expect(own).toEqual(expected);
    await Promise.all([early.close(), usual.close()]);
  });

  it('is handed out once', async () => {
    startThreadsEarly(['embedder']);
    const settings = { model: BGE_SMALL_EN_V1_5, threads: 1 };
    const threads = [1, 2].map(() => startThread(ENTRIES.embedder, 'model', settings));
    expect(new Set(threads.map(({ worker }) => worker.threadId)).size).toBe(2);
    await Promise.all(
      threads.map(async ({ worker, stopWaiting }) => {
        expect(await once(worker, 'message')).toEqual([{ type: 'ready' }]);
        worker.postMessage({ call: 'close' });
        await once(worker, 'exit');
        stopWaiting();
      }),
    );
  });

  it('reports a model that cannot be used like any other', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'arbiter-no-model-'));
    startThreadsEarly(['embedder']);
    const sut = createOnnxEmbedder({ model: { ...BGE_SMALL_EN_V1_5, directory } });
    await expect(sut.embed([TEXT], OPTIONS)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await sut.close();
    await rm(directory, { recursive: true });
  });

  it('does not keep a process alive that has no use for it', async () => {
    const program = `
      import { startThreadsEarly } from '${new URL('./start-thread.ts', import.meta.url).href}';
      startThreadsEarly(['embedder', 'reader']);
    `;
    const hooks = new URL('../../../../tools/jest/register.mjs', import.meta.url).href;
    const child = spawn(process.execPath, ['--import', hooks, '--input-type=module', '--eval', program], {
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
    expect([await once(child, 'exit'), said]).toEqual([[0, null], '']);
  });
});
