import { describe, expect, it } from '@jest/globals';
import { passage, readingOf } from '../../../test/readings.js';
import { candidateSentences } from './candidate-sentences.js';
import { judgeSentences } from './judge-sentences.js';

const ROWS = [
  'Quay: North; Guest: Heron; Due: 4 pence',
  'Quay: North; Guest: Grey Gull; Due: 7 pence',
  'Quay: South; Guest: Grey Gull; Due: 9 pence',
];
const dues = passage('dues', ROWS.join('\n'));

/** The best row where the reader found a value that the question does not ask for. */
function best(question: string, read: string, table = dues): string {
  const judged = judgeSentences(question, candidateSentences([table]), [readingOf(table.text, read)]);
  return [...judged].sort((a, b) => b.probability - a.probability)[0]?.candidate.text ?? '';
}

describe('rows of one table', () => {
  it('give way to the row that holds more of the values of the question', () => {
    expect(best('What is due from the Grey Gull at the quay North?', '4 pence')).toBe(ROWS[1]);
  });

  it('give way to the only row whose first cell the question names', () => {
    const huts = passage('huts', 'Hut: Lark; Beds: 4\nHut: Wren; Beds: 6');
    expect(best('How many beds does the hut Wren have?', '4', huts)).toBe('Hut: Wren; Beds: 6');
    expect(best('Which hut has as many beds as the Wren?', 'Lark', huts)).toBe('Hut: Lark; Beds: 4');
  });

  it('answer nothing of a named row that does not say what they say', () => {
    const huts = passage('huts', 'Hut: Lark; Beds: 4; Warden: Una\nHut: Wren; Warden: Bo\nHut: Kite; Beds: 9');
    const judged = judgeSentences('How many beds does the Wren have?', candidateSentences([huts]), [
      readingOf(huts.text, '4'),
    ]);
    const [lark = 1, wren = 0, kite = 1] = judged.map(({ probability }) => probability);
    expect(Math.max(lark, kite)).toBeLessThan(wren);
  });

  it.each([
    ['the row holds none of them', 'What is due from the Grey Gull?', '4 pence', ROWS[0]],
    ['another holds as many', 'Who is at the quay North?', 'Heron', ROWS[0]],
    ['another holds others', 'Is the Grey Gull at South, or the Heron at North?', '4 pence', ROWS[0]],
    ['a value is a bound', 'Who pays more than 7 pence at the quay North?', 'Heron', ROWS[0]],
  ])('stay as they were read where %s', (_, question, read, row) => {
    expect(best(question, read)).toBe(row);
  });
});
