import { describe, expect, it } from '@jest/globals';
import { askedComputation } from '@arbiter/composition';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { composeAnswer } from '../sentences/compose-answer.js';
import { writeComputation } from './write-computation.js';

const INN = passage(
  'inn',
  'A bed in the loft costs eight wicks. A bath is three wicks. The stair has ninety steps. Supper costs two wicks.',
);
const MORE = 'How much more does a bed cost than a bath?';
const BED: Judgements = { bed: { probability: 0.8, words: 'eight wicks' } };
const BATH: Judgements = { bath: { probability: 0.8, words: 'three wicks' } };

/** The answer to a question whose operands were read so. */
const said = (question: string, passages: Parameters<typeof judgedOf>[0], ...operands: Judgements[]): string | null => {
  const composition = writeComputation(
    askedComputation(question)!,
    operands.map((judgements) => judgedOf(passages, judgements)),
  );
  return composition && composeAnswer(composition).text;
};

describe('writeComputation', () => {
  it('says what comes of the amounts, then the sentences that state them', () => {
    expect(said(MORE, [INN], BED, BATH)).toBe(
      'Five wicks more: eight wicks against three. [1] [2] A bed in the loft costs eight wicks. [1] A bath is three wicks. [2]',
    );
  });

  it('quotes a sentence once that states both amounts', () => {
    const board = passage('board', 'A bed is 8 wicks, a bath 3 wicks.');
    const read = (words: string): Judgements => ({ bed: { probability: 0.8, words } });
    expect(said(MORE, [board], read('8 wicks'), read('3 wicks'))).toBe(
      'Five wicks more: eight wicks against three. [1] A bed is 8 wicks, a bath 3 wicks. [1]',
    );
  });

  it('takes the amount of a row as the row is said', () => {
    const lakes = passage(
      'lakes',
      'Lake: Blackmere; Depth: 95 m; Fish: pike\nLake: Orrin Tarn; Depth: 40 m; Fish: char',
    );
    const asked = 'Which is deeper, Orrin Tarn or Blackmere?';
    const read = (name: string, words: string): Judgements => ({ [name]: { probability: 0.8, words } });
    expect(said(asked, [lakes], read('Orrin', '40 m'), read('Blackmere', '95 m'))).toBe(
      'Blackmere: 95 m against 40 m. [1] [2] Orrin Tarn: depth 40 m, fish char [1] Blackmere: depth 95 m, fish pike [2]',
    );
  });

  it('takes from the question what it states itself', () => {
    const fair = passage('fair', 'The fair opens on 12 April.');
    const read: Judgements = { fair: { probability: 0.8, words: '12 April' } };
    expect(said('How many days lie between 3 March and the fair?', [fair], read)).toBe(
      '40 days: from 3 March to 12 April. [1] The fair opens on 12 April. [1]',
    );
  });

  it.each<[string, Judgements, Judgements]>([
    ['one was not read', BED, {}],
    ['one was read, and no words stand out', BED, { bath: 0.9 }],
    ['the words hold no amount', BED, { bath: { probability: 0.8, words: 'A bath' } }],
    ['the words hold several', BED, { steps: { probability: 0.8, words: 'ninety steps' }, bath: 0.1 }],
    ['the sentence of one speaks of another thing', BED, { Supper: { probability: 0.9, words: 'two wicks' } }],
  ])('says nothing where %s', (_, bed, bath) => {
    expect(said(MORE, [INN], bed, bath)).toBeNull();
  });

  it('says nothing where another sentence answers with another amount', () => {
    const [old, now] = [passage('old', 'A bath is four wicks.'), passage('now', 'A bath costs three wicks.')];
    const rivals = judgedOf([INN, old, now], {
      'four wicks': { probability: 0.8, words: 'four wicks' },
      ...BATH,
      now: 0,
    });
    const bed = judgedOf([INN, old, now], BED);
    expect(writeComputation(askedComputation(MORE)!, [bed, rivals])).toBeNull();
  });

  it('says nothing where the amounts are of different things', () => {
    const inn = passage('inn', 'A bed costs eight wicks. A bath takes three buckets.');
    const read: Judgements = { bath: { probability: 0.8, words: 'three buckets' } };
    expect(said(MORE, [inn], BED, read)).toBeNull();
  });

  it('says nothing where both are the same words', () => {
    const inn = passage('inn', 'A bed or a bath costs eight wicks.');
    expect(said(MORE, [inn], BED, BED)).toBeNull();
  });

  it('says nothing where the reader is not sure', () => {
    const unsure = judgedOf([INN], BATH).map((each) => ({ ...each, span: each.span && { ...each.span, score: 1 } }));
    expect(writeComputation(askedComputation(MORE)!, [judgedOf([INN], BED), unsure])).toBeNull();
  });
});
