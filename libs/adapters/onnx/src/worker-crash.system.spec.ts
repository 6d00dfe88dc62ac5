import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_CONSECUTIVE_CRASHES } from './inference-thread.js';
import { createOnnxEmbedder, type OnnxEmbedder } from './onnx-embedder.js';

const MORTAL_WORKER = new URL('../test/mortal.worker.mjs', import.meta.url);

describe('an OnnxEmbedder whose worker dies', () => {
  let sut: OnnxEmbedder;
  beforeEach(() => {
    sut = createOnnxEmbedder({ entry: MORTAL_WORKER });
  });
  afterEach(() => sut.close());

  const embed = (text: string): Promise<readonly Float32Array[]> =>
    sut.embed([text], { kind: 'document', signal: new AbortController().signal });

  it('tells every open call that it may try again', async () => {
    const [first, second] = await Promise.allSettled([embed('die'), sut.countTokens(['storm'])]);
    for (const outcome of [first, second]) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'UNAVAILABLE',
          retryable: true,
          message: 'The embedder of bge-small-en-v1.5 has stopped: try again, it starts anew.',
        },
      });
    }
  });

  it('starts it again for the next call', async () => {
    await expect(embed('die')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(embed('storm')).resolves.toHaveLength(1);
  });

  it('gives up after several deaths in a row and says what helps', async () => {
    for (let i = 0; i < MAX_CONSECUTIVE_CRASHES; i++) await expect(embed('die')).rejects.toThrow('try again');
    const last = embed('storm');
    await expect(last).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(last).rejects.toThrow('restart this process');
  });

  it('does not count deaths between which it worked', async () => {
    for (let i = 0; i <= MAX_CONSECUTIVE_CRASHES; i++) {
      await expect(embed('die')).rejects.toThrow('try again');
      await expect(embed('storm')).resolves.toHaveLength(1);
    }
  });
});
