import { ArbiterError, type Claim, type Source } from '@arbiter/contracts';
import { FakeEmbedder } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { GroundingSupportScorer, MOST_WINDOWS } from './grounding-support-scorer.js';
import { ReadSources } from './read-sources.js';

const NEVER = new AbortController().signal;
const LAMP =
  'Mara Fell keeps the lamp of Gull Point. The lamp burns whale oil. It was lit in 341 and is 70 feet high. It is not true that the harbour freezes.';

function source(id: string, content: string, title?: string): Source {
  return { id, document: id, chunkId: id, content, metadata: title === undefined ? {} : { title }, score: 0.9 };
}

function claim(text: string): Claim {
  return { text, type: 'fact', confidence: 0.9, start: 0, end: text.length };
}

/** Remembers what it was asked to encode. */
class ListeningEmbedder extends FakeEmbedder {
  readonly asked: (readonly string[])[] = [];

  override async encode(...[texts, options]: Parameters<FakeEmbedder['encode']>) {
    this.asked.push(texts);
    return super.encode(texts, options);
  }
}

async function score(claims: readonly string[], sources: readonly Source[] = [source('lamp', LAMP)]) {
  const embedder = new ListeningEmbedder();
  const supports = await new GroundingSupportScorer().score(
    claims.map(claim),
    ReadSources.of(sources, embedder),
    NEVER,
  );
  return { supports, asked: embedder.asked };
}

describe('GroundingSupportScorer', () => {
  it('gives what a source says word for word as an exact match, with its place, and encodes nothing for it', async () => {
    const { supports, asked } = await score(['The lamp burns whale oil.']);
    expect(supports).toMatchObject([{ support: 'fully_supported', method: 'exact_match', probability: 1 }]);
    const [span] = supports[0]!.spans;
    expect(LAMP.slice(span!.start, span!.end)).toBe('The lamp burns whale oil');
    expect(asked).toEqual([]);
  });

  it.each([
    ['number', 'The lamp was lit in 341 and is 71 feet high.'],
    ['negation', 'The lamp does not burn whale oil.'],
    ['negation', 'The harbour freezes.'],
    ['name', 'Gregor Hask keeps the lamp of Gull Point.'],
  ])('refutes a %s near the wording of a source: %p', async (kind, text) => {
    const [support] = (await score([text])).supports;
    expect(support).toMatchObject({ support: 'no_support' });
    expect(support!.mismatches.map((mismatch) => mismatch.kind)).toContain(kind);
    expect(support!.mismatches[0]!.evidence?.sourceId).toBe('lamp');
  });

  it('computes a total that the sources do not state', async () => {
    const list = source('list', 'The archers cost 100 points. The riders cost 130 points.');
    const [right, wrong] = (
      await score(
        ['The archers and the riders cost 230 points in all.', 'The archers and riders cost 250 points in all.'],
        [list],
      )
    ).supports;
    expect(right).toMatchObject({ method: 'computed', support: 'fully_supported' });
    expect(wrong!.support).toBe('no_support');
    expect(wrong!.reasoning).toContain('add up to 230');
  });

  it('takes a claim of several sentences for its least supported one', async () => {
    const [both, alone] = (
      await score([
        'The lamp burns whale oil. She paints seascapes for the bishop of Ostreach.',
        'She paints seascapes for the bishop of Ostreach.',
      ])
    ).supports;
    expect(both!.probability).toBe(alone!.probability);
    expect(both!.support).toBe('partially_supported');
    expect(alone!.support).toBe('no_support');
  });

  it('finds both sources of a claim that rests on two', async () => {
    const sources = [source('keeper', 'Mara Fell keeps the lamp.'), source('oil', 'The lamp burns whale oil.')];
    const [support] = (await score(['Mara Fell keeps the lamp, which burns whale oil.'], sources)).supports;
    expect(new Set(support!.spans.map(({ sourceId }) => sourceId))).toEqual(new Set(['keeper', 'oil']));
  });

  it('encodes each claim and each window once, in one batch', async () => {
    const { asked } = await score([
      'The lamp is fed with oil of whales.',
      'The keeper is called Mara.',
      'It burns oil.',
    ]);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toHaveLength(4);
  });

  it('judges by words where the embedder gives no vectors of them, and says so', async () => {
    const embedder = new FakeEmbedder({ canEncode: false });
    const read = ReadSources.of([source('lamp', LAMP)], embedder);
    const [support] = await new GroundingSupportScorer().score(
      [claim('The lamp is fed with oil of whales.')],
      read,
      NEVER,
    );
    expect(support!.reasoning).toContain('by its words alone');
  });

  it('supports nothing without sources, or by sources that say nothing', async () => {
    for (const sources of [[], [source('empty', ''), source('blank', ' \n')]]) {
      const { supports } = await score(['The lamp burns.'], sources);
      expect(supports).toMatchObject([{ support: 'no_support', probability: 0, spans: [] }]);
    }
  });

  it('encodes a bounded part of a megabyte for 200 claims', async () => {
    const words = Array.from({ length: 200 }, (_, i) => `keeper${i} lamp${i % 50} rope${i % 30} harbour`);
    const large = source(
      'large',
      Array.from(
        { length: 9_000 },
        (_, i) =>
          `The ${words[i % 200]} saw ship ${i} pass by at dusk and again at dawn with salted herring in its hold.`,
      ).join(' '),
    );
    expect(large.content.length).toBeGreaterThan(900_000);
    const { supports, asked } = await score(
      words.map((word) => `The ${word} was seen by nobody.`),
      [large],
    );
    expect(supports).toHaveLength(200);
    expect(asked.flat()).toHaveLength(200 + MOST_WINDOWS);
  }, 60_000);

  it("ends with the signal's reason", async () => {
    const signal = AbortSignal.abort(new ArbiterError('DEADLINE_EXCEEDED', 'too late'));
    const read = ReadSources.of([source('lamp', LAMP)], new FakeEmbedder());
    await expect(new GroundingSupportScorer().score([claim('The lamp burns.')], read, signal)).rejects.toThrow(
      'too late',
    );
  });

  it('gives a claim the same probability beside others as alone', async () => {
    const texts = ['The lamp is fed with oil of whales.', 'Mara looks after a lamp.', 'The harbour is large.'];
    const together = (await score(texts)).supports;
    for (const [index, text] of texts.entries()) {
      const [alone] = (await score([text])).supports;
      expect(alone!.probability).toBeCloseTo(together[index]!.probability, 9);
    }
  });
});
