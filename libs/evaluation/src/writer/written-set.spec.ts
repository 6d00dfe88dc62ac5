import { describe, expect, it } from '@jest/globals';
import { labelledAnswersOf, readWrittenSet } from './written-set.js';

const line = (value: object): string => `${JSON.stringify(value)}\n`;

describe('readWrittenSet', () => {
  const passages =
    line({ passage: 'P1', text: 'Ada  keeps\nthe light.' }) + line({ passage: 'P2', text: 'It is red.' });
  const question = { question: 'Who keeps it?', sources: ['P2', 'P1'], answer: 'Ada [P1].', short: 'Ada [P1][P9].' };

  it('numbers markers as the sources of the question are', () => {
    const [written] = readWrittenSet(passages + line(question), 'set');
    expect(written?.answer).toBe('Ada [2].');
    expect([...(written?.prompt.sources ?? [])]).toEqual([
      [1, 'It is red.'],
      [2, 'Ada keeps the light.'],
    ]);
  });

  it('gives texts of a kind, without a marker of what is no source, and only where there are any', () => {
    expect(readWrittenSet(passages + line(question), 'set', 'short').map(({ answer }) => answer)).toEqual(['Ada [2].']);
    expect(readWrittenSet(passages + line(question), 'set', 'half')).toEqual([]);
  });

  it('names what is no line of a set, and a passage that is missing', () => {
    expect(() => readWrittenSet(line({ question: 'Who?' }), 'set')).toThrow('set:1:');
    expect(() => readWrittenSet(line(question), 'set')).toThrow('set has no passage P2.');
  });

  it('labels each text by its kind, beside its passages as they are', () => {
    const titled = line({ passage: 'P1', text: 'Lights › Keepers\n\nAda  keeps\nthe light.' });
    const labelled = labelledAnswersOf(
      titled +
        line({ question: 'Who?', sources: ['P1'], answer: 'Ada [P1].', other: 'Bo.' }) +
        line({ question: 'Why?', sources: ['P1'], answer: 'NOT_IN_SOURCES', guess: 'For money.' }),
      'set',
    );
    expect(labelled.map(({ id, kind, answer, accept }) => [id, kind, answer, accept])).toEqual([
      ['set-1-answer', 'answer', 'Ada [1].', true],
      ['set-1-other', 'other', 'Bo.', false],
      ['set-2-guess', 'guess', 'For money.', false],
    ]);
    expect(labelled[0]?.sources).toEqual([
      { document: 'Lights', title: 'Lights', section: 'Keepers', quote: 'Ada  keeps\nthe light.' },
    ]);
  });
});
