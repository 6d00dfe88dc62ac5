import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@arbiter/contracts';
import { distinctTerms } from './context-terms.js';
import type { ScoredSentence } from './score-sentences.js';
import { selectSentences } from './select-sentences.js';

function scored(documentId: string, text: string, score: number): ScoredSentence {
  const passage = { documentId } as Passage;
  const terms = distinctTerms(text);
  return {
    score,
    candidate: {
      passage,
      rank: 0,
      text,
      start: 0,
      end: text.length,
      terms,
      isDangling: false,
      contextTerms: new Set(),
    },
  };
}

const selected = (...part: readonly ScoredSentence[]) =>
  selectSentences([part], { sentences: 8, floor: 0.65 }, 10).map(({ text }) => text);

describe('selectSentences', () => {
  const LONG = 'Mara Fell keeps the lamp of Gull Point, sweeps the stair, rings a bell and feeds two goats.';

  it('does not say again what a longer sentence has said', () => {
    expect(selected(scored('a', LONG, 0.9), scored('b', 'Mara Fell keeps the lamp.', 0.8))).toEqual([LONG]);
  });

  it('does not say twice what two sentences say in almost the same words', () => {
    const first = 'The harbour closes at dusk in winter.';
    expect(selected(scored('a', first, 0.9), scored('b', 'In winter the harbour is closed at dusk.', 0.8))).toEqual([
      first,
    ]);
  });

  it('leaves out what comes nowhere near the best', () => {
    expect(selected(scored('a', LONG, 0.9), scored('b', 'The inn serves eel pie.', 0.4))).toEqual([LONG]);
  });
});
