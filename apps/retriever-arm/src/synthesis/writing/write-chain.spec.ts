import { describe, expect, it } from '@jest/globals';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { composeAnswer } from '../sentences/compose-answer.js';
import { writeChain } from './write-parts.js';

const PASSAGES = [
  passage('light', 'Odo Finch built the light of Gull Point.'),
  passage('school', 'As a boy Odo Finch was taught by Ansel Roe.'),
  passage('inn', 'The inn serves eel pie on market days.'),
];

function write(whole: Judgements, parts: readonly Judgements[], maxSentences = 12) {
  return writeChain({
    query: 'Who taught the man who built the light?',
    passages: PASSAGES,
    whole: judgedOf(PASSAGES, whole),
    parts: parts.map((part, index) => ({ question: `Part ${index + 1}?`, judged: judgedOf(PASSAGES, part) })),
    maxSentences,
  });
}
const said = (...args: Parameters<typeof write>): string[] =>
  write(...args).chosen.map(({ candidate }) => candidate.passage.documentId);

describe('writeChain', () => {
  it('gives the final fact first, then the hop that leads to it', () => {
    expect(said({ Ansel: 0.7, built: 0.3 }, [{ built: 0.8 }, { Ansel: 0.9 }])).toEqual(['school', 'light']);
  });

  it('leaves out a hop that is not surely one', () => {
    expect(said({ Ansel: 0.7 }, [{ pie: 0.15 }])).toEqual(['school']);
  });

  it('names the final fact as the short answer, and never what a hop found', () => {
    const hop = [{ built: { probability: 0.8, words: 'Odo Finch' } }];
    const known = composeAnswer(write({ Ansel: { probability: 0.7, words: 'Ansel Roe' } }, hop));
    expect(known.shortAnswer).toBe('Ansel Roe');
    expect(known.highlights).toHaveLength(1);
    expect(composeAnswer(write({ Ansel: 0.7 }, hop))).not.toHaveProperty('shortAnswer');
  });

  it('keeps to the sentences that are wanted, and says nothing where nothing promises', () => {
    expect(said({ Ansel: 0.7 }, [{ built: 0.8 }], 1)).toEqual(['school']);
    expect(said({}, [{}])).toEqual([]);
  });
});
