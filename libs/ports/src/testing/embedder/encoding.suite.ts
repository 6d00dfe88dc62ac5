import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Embedder, TextEncoding } from '../../embedder.js';
import { at, BATCH_TOLERANCE, distance, dot, UNUSUAL_TEXTS } from './embedder.samples.js';

/** Lowest cosine between the vectors of `encode` and `embed`. For the empty text, it averages only two special tokens. */
const LEAST_LIKENESS = 0.98;

/**
 * Tests of the vectors and positions of pieces, or of their refusal. Part of the suite of embedders.
 *
 * @param embedder that is open while the tests run
 */
export function describeEncoding(embedder: () => Embedder): void {
  describe('asked to encode', () => {
    const encode = (texts: readonly string[]): Promise<readonly TextEncoding[]> =>
      embedder().encode(texts, { kind: 'document', urgent: true, signal: new AbortController().signal });
    /** An embedder without encodings only proves its refusal; the other tests then pass without a check. */
    const gives = async (): Promise<boolean> => {
      if (embedder().canEncode) return true;
      await expect(encode(['storm'])).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      return false;
    };
    const rowOf = ({ vectors }: TextEncoding, piece: number): Float32Array => {
      const { dimensions } = embedder();
      return vectors.subarray(piece * dimensions, (piece + 1) * dimensions);
    };

    it.each(Object.entries(UNUSUAL_TEXTS))('gives the pieces of %s vectors and places', async (_, text) => {
      if (!(await gives())) return;
      const encoding = at(await encode([text]), 0);
      const { starts, ends, vectors } = encoding;
      expect(vectors).toHaveLength(starts.length * embedder().dimensions);
      expect(ends).toHaveLength(starts.length);
      let before = 0;
      starts.forEach((start, piece) => {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(ends[piece]).toBeGreaterThanOrEqual(start);
        expect(ends[piece]).toBeLessThanOrEqual(text.length);
        before = start;
        if (piece < 3) expect(Math.hypot(...rowOf(encoding, piece))).toBeCloseTo(1, 4);
      });
    });

    it('gives a vector of the text near the one that embed gives', async () => {
      if (!(await gives())) return;
      const texts = ['the keeper lit the lantern', '', 'storm '.repeat(60)];
      const vectors = await embedder().embed(texts, { kind: 'document', signal: new AbortController().signal });
      for (const [i, { vector }] of (await encode(texts)).entries()) {
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
        expect(dot(vector, at(vectors, i))).toBeGreaterThanOrEqual(LEAST_LIKENESS);
      }
    });

    it('gives a text the same vectors whatever texts are beside it', async () => {
      if (!(await gives())) return;
      const text = 'the keeper lit the lantern';
      const alone = at(await encode([text]), 0);
      const beside = at(await encode(['storm '.repeat(60), text, 'a harbour']), 1);
      expect(distance(beside.vector, alone.vector)).toBeLessThanOrEqual(BATCH_TOLERANCE);
      expect(distance(beside.vectors, alone.vectors)).toBeLessThanOrEqual(BATCH_TOLERANCE);
    });

    it('places the pieces where their words stand, in every text by itself', async () => {
      if (!(await gives())) return;
      const texts = ['storm, harbour', '  the Lantern', ''];
      const encodings = await encode(texts);
      const words = encodings.map(({ starts, ends }, i) =>
        Array.from(starts, (start, piece) => at(texts, i).slice(start, ends[piece])).filter((word) => word !== ','),
      );
      expect(words).toEqual([['storm', 'harbour'], ['the', 'Lantern'], []]);
    });

    it('brings the same word of two texts nearer than another one', async () => {
      if (!(await gives())) return;
      const [one, other] = await encode(['the lantern burns', 'a lantern broke']);
      if (!one || !other) throw new RangeError('two texts have two encodings');
      expect(dot(rowOf(one, 1), rowOf(other, 1))).toBeGreaterThan(dot(rowOf(one, 1), rowOf(other, 2)) + 0.1);
    });

    it("rejects with the signal's reason when it is aborted before the call", async () => {
      if (!(await gives())) return;
      const signal = AbortSignal.abort(new ArbiterError('DEADLINE_EXCEEDED', 'too late'));
      await expect(embedder().encode(['storm'], { kind: 'query', signal })).rejects.toThrow('too late');
    });
  });
}
