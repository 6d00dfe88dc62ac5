import { describe, expect, it } from '@jest/globals';
import { BatchRunner, MAX_BATCH_TOKENS, WAITS_BEFORE_ANOTHER_THREAD } from './batch-runner.js';
import { EmbedCall } from './embed-call.js';
import type { InferenceThread } from './inference-thread.js';
import type { EmbeddedBatch, WorkerCalls } from './worker/worker-protocol.js';

/** Embeds a batch in no time, and notes that it did. */
function threadCalled(name: string, calls: string[]): InferenceThread<WorkerCalls> {
  const call = (): Promise<EmbeddedBatch> => {
    calls.push(name);
    return Promise.resolve({ vectors: new Float32Array(1), pieces: new Float32Array(0) });
  };
  return { call } as unknown as InferenceThread<WorkerCalls>;
}

/** Runs so many batches of one text each, and says which thread took which. */
async function threadsOf(batches: number): Promise<string[]> {
  const calls: string[] = [];
  const threads = ['first', 'second'].map((name) => threadCalled(name, calls));
  const runner = new BatchRunner({ threads, dimensions: 1, onBatch: () => undefined });
  const call = new EmbedCall(batches, 'document', false);
  const ids = new Int32Array(MAX_BATCH_TOKENS);
  const offsets = { starts: new Int32Array(0), ends: new Int32Array(0) };
  const texts = Array.from({ length: batches }, (_, position) => ({
    call,
    position,
    ids,
    offsets,
    length: ids.length,
  }));
  runner.add('document', texts);
  runner.runNext();
  await call.done;
  return calls;
}

describe('another thread', () => {
  it('does not load its network for what the first has soon done', async () => {
    const calls = await threadsOf(WAITS_BEFORE_ANOTHER_THREAD);
    expect(calls).toEqual(Array<string>(WAITS_BEFORE_ANOTHER_THREAD).fill('first'));
  });

  it('takes its share where there is more to do', async () => {
    const calls = await threadsOf(10 * WAITS_BEFORE_ANOTHER_THREAD);
    expect(calls.filter((name) => name === 'second').length).toBeGreaterThan(3 * WAITS_BEFORE_ANOTHER_THREAD);
  });
});
