import { ArbiterError } from '@arbiter/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Embedder, EmbedOptions } from '../../embedder.js';
import { at, BATCH_TOLERANCE, distance, dot, UNUSUAL_TEXTS } from './embedder.samples.js';
import { describeEncoding } from './encoding.suite.js';

/**
 * Conformance suite of Embedder. Registers a `describe` block, so call it where tests are defined.
 *
 * @param name of the embedder, for the report
 * @param create a new embedder; the suite closes it
 * @param traits `countsExactly: false` if its tokenizer is unavailable and its counts may be too high
 */
export function describeEmbedder(
  name: string,
  create: () => Embedder | Promise<Embedder>,
  { countsExactly = true }: { readonly countsExactly?: boolean } = {},
): void {
  describe(`${name} as an Embedder`, () => {
    let sut: Embedder;
    beforeAll(async () => {
      sut = await create();
      await sut.warmUp(new AbortController().signal);
    });
    afterAll(() => sut.close());

    const embed = (
      texts: readonly string[],
      kind: EmbedOptions['kind'] = 'document',
    ): Promise<readonly Float32Array[]> => sut.embed(texts, { kind, signal: new AbortController().signal });
    const embedOne = async (text: string): Promise<Float32Array> => at(await embed([text]), 0);

    it('of no texts is empty', async () => {
      expect(await embed([])).toEqual([]);
      expect(await sut.countTokens([])).toEqual([]);
    });

    it.each(Object.entries(UNUSUAL_TEXTS))('gives %s a vector of unit length', async (_, text) => {
      const vector = await embedOne(text);
      expect(vector).toBeInstanceOf(Float32Array);
      expect(vector).toHaveLength(sut.dimensions);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    });

    it('gives the vectors in the order of the texts, whatever their lengths', async () => {
      const texts = ['harbour '.repeat(90), 'lantern', '', 'storm '.repeat(40), 'merchant guild', 'lantern'];
      const together = await embed(texts);
      expect(together).toHaveLength(texts.length);
      for (const [i, text] of texts.entries()) {
        expect(distance(at(together, i), await embedOne(text))).toBeLessThanOrEqual(BATCH_TOLERANCE);
      }
    });

    it('puts texts about the same things nearer than others', async () => {
      const question = await embedOne('who lit the lantern in the lighthouse');
      const answer = await embedOne('the keeper lit the lantern of the lighthouse at dusk');
      const other = await embedOne('bread costs two copper coins on market days');
      expect(dot(question, answer)).toBeGreaterThan(dot(question, other) + 0.2);
    });

    it('ignores what goes beyond its longest text', async () => {
      const longest = 'storm '.repeat(sut.maxTokens);
      expect(distance(await embedOne(longest), await embedOne(`${longest} bread market coin`))).toBe(0);
    });

    it('counts tokens beyond its longest text, special ones included', async () => {
      const [special, ...others] = await sut.countTokens(['', 'storm', 'storm '.repeat(sut.maxTokens)]);
      const [one, many] = others.map((tokens) => tokens - (special ?? 0));
      if (countsExactly) expect([one, many]).toEqual([1, sut.maxTokens]);
      expect(one).toBeGreaterThanOrEqual(1);
      expect(many).toBeGreaterThanOrEqual(sut.maxTokens);
    });

    it('gives out vectors that share no memory', async () => {
      const vectors = await embed(['storm', 'storm']);
      const second = at(vectors, 1);
      at(vectors, 0).fill(0);
      expect(Math.hypot(...second)).toBeCloseTo(1, 4);
      expect(second.buffer.byteLength).toBe(sut.dimensions * Float32Array.BYTES_PER_ELEMENT);
      expect(Math.hypot(...(await embedOne('storm')))).toBeCloseTo(1, 4);
    });

    it('works on several calls at once', async () => {
      const texts = Array.from({ length: 20 }, (_, i) => `ship ${i} left the harbour`);
      const alone = await embed(texts);
      const atOnce = await Promise.all(texts.map((text, i) => embed([text], i % 2 ? 'query' : 'document')));
      for (const [i, vectors] of atOnce.entries()) {
        expect(distance(at(vectors, 0), at(alone, i))).toBeLessThanOrEqual(BATCH_TOLERANCE);
      }
    });

    it("rejects with the signal's reason when it is aborted before the call", async () => {
      const reason = new ArbiterError('DEADLINE_EXCEEDED', 'too late');
      const call = sut.embed(['storm'], { kind: 'document', signal: AbortSignal.abort(reason) });
      await expect(call).rejects.toBe(reason);
    });

    it("rejects with the signal's reason when it is aborted during the call, and goes on for others", async () => {
      const reason = new ArbiterError('CANCELLED', 'the caller has gone');
      const controller = new AbortController();
      const call = sut.embed(['storm', 'lantern'], { kind: 'document', signal: controller.signal });
      const other = embed(['harbour']);
      controller.abort(reason);
      await expect(call).rejects.toBe(reason);
      expect(await other).toHaveLength(1);
    });

    describeEncoding(() => sut);

    it('may be warmed up again', async () => {
      await expect(sut.warmUp(new AbortController().signal)).resolves.toBeUndefined();
    });

    it('is UNAVAILABLE once it is closed, which may be said twice', async () => {
      const closed = await create();
      await closed.close();
      await closed.close();
      const call = closed.embed(['storm'], { kind: 'query', signal: new AbortController().signal });
      await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(closed.countTokens(['storm'])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
}
