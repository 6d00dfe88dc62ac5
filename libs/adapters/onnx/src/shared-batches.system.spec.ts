import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type BatchObservation, MAX_BATCH_TOKENS } from './batch-runner.js';
import { createOnnxEmbedder, type OnnxEmbedder } from './onnx-embedder.js';

const NEVER = new AbortController().signal;

describe('OnnxEmbedder asked by many at once', () => {
  let batches: BatchObservation[];
  let sut: OnnxEmbedder;
  beforeEach(async () => {
    batches = [];
    sut = createOnnxEmbedder({ onBatch: (batch) => batches.push(batch) });
    await sut.warmUp(NEVER);
    batches = [];
  });
  afterEach(() => sut.close());

  it('runs the network a few times for fifty queries', async () => {
    const queries = Array.from({ length: 50 }, (_, i) => `who lit lantern ${i} ${'of the coast '.repeat(i % 5)}`);
    await Promise.all(queries.map((query) => sut.embed([query], { kind: 'query', signal: NEVER })));
    expect(batches.reduce((sum, { texts }) => sum + texts, 0)).toBe(50);
    expect(batches.length).toBeLessThanOrEqual(6);
    for (const { tokens } of batches) expect(tokens).toBeLessThanOrEqual(MAX_BATCH_TOKENS);
  });

  it('runs it once for queries of which only some want the vectors of their pieces', async () => {
    const query = { kind: 'query', signal: NEVER } as const;
    const [[vector], [encoded]] = await Promise.all([
      sut.embed(['who lit the lantern?'], query),
      sut.encode(['who put it out?'], query),
    ]);
    expect(batches).toEqual([{ kind: 'query', texts: 2, tokens: 14 }]);
    expect(vector).toHaveLength(384);
    expect(encoded!.vectors).toHaveLength(5 * 384);
  });

  it('lets a query pass while passages are compared', async () => {
    const passages = Array.from({ length: 96 }, (_, i) => `storm ${i} over the harbour `.repeat(20));
    const order: string[] = [];
    const compared = sut
      .encode(passages, { kind: 'query', signal: NEVER })
      .then((all) => order.push(`${all.length} compared`));
    await sut.countTokens(['storm']);
    await sut.embed(['who lit the lantern?'], { kind: 'query', signal: NEVER }).then(() => order.push('query'));
    await compared;
    expect(order).toEqual(['query', '96 compared']);
    for (const { tokens, texts } of batches) expect(texts === 1 || tokens <= MAX_BATCH_TOKENS).toBe(true);
  });
});
