import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import type { EmbedOptions, Embedder, TokenEmbeddings } from '../../embedder.js';
import { TOKEN_QUANTISATION_SCALE } from '../../token-vectors.js';
import { BATCH_TOLERANCE, UNUSUAL_TEXTS, at, distance, dot } from './embedder.samples.js';

/** How far rounding may move the length of a row: half a step in each of 64 dimensions, and some. */
const LENGTH_TOLERANCE = 0.05;

/**
 * What an embedder must do about the vectors of single tokens: give them, or refuse. Part of the suite of embedders.
 *
 * @param embedder that is open while the tests run
 */
export function describeTokenVectors(embedder: () => Embedder): void {
  describe('asked for token vectors', () => {
    const embed = <K extends EmbedOptions['kind']>(
      kind: K,
      texts: readonly string[],
    ): Promise<readonly TokenEmbeddings[K][]> =>
      embedder().embedWithTokens(texts, { kind, signal: new AbortController().signal });
    /** Without token vectors there is one thing to prove; the other tests then prove nothing else. */
    const gives = async (): Promise<boolean> => {
      if (embedder().tokenDimensions !== null) return true;
      await expect(embed('query', ['storm'])).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
      return false;
    };

    it.each(Object.entries(UNUSUAL_TEXTS))('gives %s at least one row of unit length', async (_, text) => {
      if (!(await gives())) return;
      const [query, document] = [at(await embed('query', [text]), 0), at(await embed('document', [text]), 0)];
      for (const { tokens } of [query, document]) {
        expect(tokens.dimensions).toBe(embedder().tokenDimensions);
        expect(tokens.count).toBeGreaterThanOrEqual(1);
        expect(tokens.values).toHaveLength(tokens.count * tokens.dimensions);
      }
      for (const row of rowsOf(query.tokens)) expect(Math.hypot(...row)).toBeCloseTo(1, 4);
      for (const row of rowsOf(document.tokens)) {
        expect(Math.abs(Math.hypot(...row) / TOKEN_QUANTISATION_SCALE - 1)).toBeLessThan(LENGTH_TOLERANCE);
      }
    });

    it.each(['query', 'document'] as const)('gives a %s the vector that embed gives', async (kind) => {
      if (!(await gives())) return;
      const texts = ['the keeper lit the lantern', '', 'storm '.repeat(60)];
      const vectors = await embedder().embed(texts, { kind, signal: new AbortController().signal });
      const embedded = await embed(kind, texts);
      for (const [i, { vector }] of embedded.entries()) {
        expect(distance(vector, at(vectors, i))).toBeLessThanOrEqual(BATCH_TOLERANCE);
      }
    });

    it('gives a row for every token of a query, special ones included', async () => {
      if (!(await gives())) return;
      const texts = ['who lit the lantern?', '', 'storm'];
      const counts = await embedder().countTokens(texts);
      const embedded = await embed('query', texts);
      expect(embedded.map(({ tokens }) => tokens.count)).toEqual(counts);
    });

    it('leaves out the stop words of a document, unless nothing else is there', async () => {
      if (!(await gives())) return;
      const [content, stop] = await embed('document', ['the lantern of the harbour', 'of the']);
      expect(content?.tokens.count).toBe(2);
      expect(stop?.tokens.count).toBe(2);
    });

    it('gives texts their own rows, whatever is embedded with them', async () => {
      if (!(await gives())) return;
      const texts = ['harbour '.repeat(90), 'lantern', '', 'merchant guild', 'lantern'];
      const together = await embed('query', texts);
      for (const [i, text] of texts.entries()) {
        const alone = at(await embed('query', [text]), 0);
        expect(distance(at(together, i).tokens.values, alone.tokens.values)).toBeLessThan(1e-4);
      }
    });

    it('brings the tokens of a question nearer to those of its answer than to others', async () => {
      if (!(await gives())) return;
      const question = at(await embed('query', ['who lit the lantern in the lighthouse']), 0).tokens;
      const [answer, other] = await embed('document', [
        'the keeper lit the lantern of the lighthouse at dusk',
        'bread costs two copper coins on market days',
      ]);
      const nearness = (document: TokenEmbeddings['document'] | undefined): number => {
        const rows = document ? rowsOf(document.tokens) : [];
        const best = rowsOf(question).map((row) => Math.max(...rows.map((candidate) => dot(row, candidate))));
        return best.reduce((sum, product) => sum + product, 0) / best.length / TOKEN_QUANTISATION_SCALE;
      };
      expect(nearness(answer)).toBeGreaterThan(nearness(other) + 0.1);
    });

    it("rejects with the signal's reason when it is aborted before the call", async () => {
      if (!(await gives())) return;
      const signal = AbortSignal.abort(new ArbiterError('DEADLINE_EXCEEDED', 'too late'));
      await expect(embedder().embedWithTokens(['storm'], { kind: 'query', signal })).rejects.toThrow('too late');
    });
  });
}

function rowsOf({ dimensions, count, values }: TokenEmbeddings[EmbedOptions['kind']]['tokens']): Float32Array[] {
  return Array.from({ length: count }, (_, row) =>
    Float32Array.from(values.subarray(row * dimensions, (row + 1) * dimensions)),
  );
}
