import { describe, expect, it } from '@jest/globals';
import { similarityFeatures } from '../features/similarity-features.js';
import { claimPart } from '../passages/cut-sentences.js';
import { readWords } from '../passages/read-words.js';
import { alignClaim, type SentenceVectors } from './align-claim.js';
import { type EncodedPieces, vectorsWithin } from './piece-vectors.js';

const VOCABULARY = 'lamp burn whale oil keeper sleep tower mill'.split(' ');

/** Each word is a piece; words of the vocabulary point each in a direction of their own, all others in the last. */
function encode(text: string): EncodedPieces {
  const words = readWords(text);
  const dimensions = VOCABULARY.length + 1;
  const vectors = new Float32Array(words.length * dimensions);
  words.forEach(({ stem }, row) => {
    const known = VOCABULARY.indexOf(stem);
    vectors[row * dimensions + (known < 0 ? VOCABULARY.length : known)] = 1;
  });
  return {
    starts: Int32Array.from(words, ({ start }) => start),
    ends: Int32Array.from(words, ({ end }) => end),
    vectors,
  };
}

const none = new Float32Array();
function align(claim: string, ...sentences: string[]) {
  const vectors = sentences.map((text): SentenceVectors => ({ own: encode(text).vectors, context: none }));
  return similarityFeatures(alignClaim(claimPart(claim), encode(claim), vectors));
}

describe('alignClaim', () => {
  it('aligns a claim with itself wholly', () => {
    const features = align('The lamp burns whale oil', 'The lamp burns whale oil');
    expect(features).toMatchObject({ unaligned: 0, togetherness: 1 });
    for (const name of ['evidenceCosine', 'windowCosine', 'alignment', 'windowAlignment'] as const) {
      expect(features[name]).toBeCloseTo(1, 6);
    }
  });

  it('aligns it less with evidence that lacks a word, and not at all with other words', () => {
    const [whole, part, none] = ['The lamp burns whale oil', 'The lamp burns oil', 'Keepers sleep'].map((sentence) =>
      align('The lamp burns whale oil', sentence),
    );
    expect(part!.alignment).toBeLessThan(whole!.alignment);
    expect(none!.alignment).toBeLessThan(part!.alignment);
    expect(part!.unaligned).toBeCloseTo(1 / 4, 6);
    expect(none!.unaligned).toBe(1);
  });

  it('tells a claim that one sentence holds from one whose words are scattered', () => {
    const together = align('lamp burns whale oil', 'lamp burns whale oil', 'keeper', 'mill', 'tower');
    const scattered = align('lamp burns whale oil', 'lamp keeper', 'burns mill', 'whale tower', 'oil sleep');
    expect(scattered.alignment).toBeCloseTo(together.alignment, 6);
    expect(scattered.windowAlignment).toBeLessThan(together.windowAlignment);
    expect(scattered.togetherness).toBeLessThan(together.togetherness);
  });

  it('counts what the context of a sentence says', () => {
    const context = encode('whale').vectors;
    const own = encode('The lamp burns oil').vectors;
    const { unaligned } = similarityFeatures(
      alignClaim(claimPart('lamp burns whale oil'), encode('lamp burns whale oil'), [{ own, context }]),
    );
    expect(unaligned).toBe(0);
  });

  it('is nothing without evidence', () => {
    expect(align('The lamp burns')).toMatchObject({ alignment: 0, unaligned: 1 });
  });
});

describe('vectorsWithin', () => {
  it('takes the pieces of a stretch of the text', () => {
    const encoded = encode('lamp burns. whale oil');
    expect(vectorsWithin(encoded, { start: 12, end: 21 })).toEqual(encode('whale oil').vectors);
    expect(vectorsWithin(encoded, { start: 30, end: 40 })).toHaveLength(0);
  });
});
