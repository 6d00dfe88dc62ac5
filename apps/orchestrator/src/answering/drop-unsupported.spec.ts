import { describe, expect, it } from '@jest/globals';
import type { ClaimVerdict, SynthesizeResponse } from '@arbiter/contracts';
import { dropUnsupported } from './drop-unsupported.js';

const citation = (marker: number) => ({
  marker,
  collection: 'lore',
  documentId: `d${marker}`,
  chunkId: `d${marker}:0`,
  start: 0,
  end: 1,
  quote: 'x',
  title: '',
  source: '',
  section: [],
  page: null,
  score: 1,
});

/** A list of three items; the last shares its source with the first. */
const LIST: SynthesizeResponse = {
  text: '- Oil. [1]\n- Wicks. [2]\n- Sand. [3][1]',
  citations: [citation(1), citation(2), citation(3)],
  sentences: [
    { start: 2, end: 10, markers: [1] },
    { start: 13, end: 23, markers: [2] },
    { start: 26, end: 38, markers: [3, 1] },
  ],
  mode: 'extractive',
};

function judged(text: string, support: ClaimVerdict['support']): ClaimVerdict {
  const start = LIST.text.indexOf(text);
  const claim = { text, type: 'fact' as const, confidence: 1, start, end: start + text.length };
  return { claim, support, score: 0.5, reasoning: '', sourceIds: [] };
}

describe('dropUnsupported', () => {
  it.each([
    ['the first', 'Oil.', '- Wicks. [1]\n- Sand. [2][3]', ['d2', 'd3', 'd1']],
    ['one between', 'Wicks.', '- Oil. [1]\n- Sand. [2][1]', ['d1', 'd3']],
    ['the last', 'Sand.', '- Oil. [1]\n- Wicks. [2]', ['d1', 'd2']],
  ])('takes %s out and counts markers again', (_, text, left, documents) => {
    const shortened = dropUnsupported(LIST, [judged(text, 'no_support')]);
    expect(shortened?.synthesis.text).toBe(left);
    expect(shortened?.dropped).toEqual([text]);
    expect(shortened?.synthesis.citations.map(({ documentId }) => documentId)).toEqual(documents);
    expect(shortened?.synthesis.citations.map(({ marker }) => marker)).toEqual(documents.map((__, index) => index + 1));
  });

  it('moves the spans of the sentences that are left', () => {
    const { text, sentences } = dropUnsupported(LIST, [judged('Oil.', 'partially_supported')])!.synthesis;
    expect(sentences.map(({ start, end }) => text.slice(start, end))).toEqual(['Wicks. [1]', 'Sand. [2][3]']);
    expect(sentences.map(({ markers }) => markers)).toEqual([[1], [2, 3]]);
  });

  it('moves the highlights with their sentences, and has no short answer once its sentence is gone', () => {
    const at = (words: string) => ({ start: LIST.text.indexOf(words), end: LIST.text.indexOf(words) + words.length });
    const read = { ...LIST, shortAnswer: 'Wick', highlights: [at('Oil'), at('Wick'), at('San')] };
    const left = (dropped: string) => {
      const { text, highlights = [], shortAnswer } = dropUnsupported(read, [judged(dropped, 'no_support')])!.synthesis;
      return { words: highlights.map(({ start, end }) => text.slice(start, end)), shortAnswer };
    };
    expect(left('Oil.')).toEqual({ words: ['Wick', 'San'], shortAnswer: 'Wick' });
    expect(left('Wicks.')).toEqual({ words: ['Oil', 'San'], shortAnswer: undefined });
  });

  it('leaves nothing out of an answer that is supported, and does not leave nothing', () => {
    expect(dropUnsupported(LIST, [judged('Oil.', 'fully_supported')])).toBeNull();
    const all = ['Oil.', 'Wicks.', 'Sand.'].map((text) => judged(text, 'no_support'));
    expect(dropUnsupported(LIST, all)).toBeNull();
  });
});
