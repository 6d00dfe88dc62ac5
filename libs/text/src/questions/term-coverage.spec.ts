import { describe, expect, it } from '@jest/globals';
import { countSteps } from '../../test/count-steps.js';
import { AnalysedCoverage, coverageTerms, rarityOf, readingHeldTerms, TermCoverage } from './term-coverage.js';

describe('TermCoverage', () => {
  const [beacon, well, pie] = [
    'The beacon at Gull Point burns all night.',
    'Gull Point has a well.',
    'A recipe for eel pie.',
  ] as const;
  const coverage = TermCoverage.among('burning beacons of Gull Point', [beacon, well, pie]);

  it('is 1 for a passage that holds every term in any form', () => {
    expect(coverage.of(beacon)).toBe(1);
  });

  it('counts rare terms more than common ones', () => {
    // Two of four terms, but the commoner two.
    expect(coverage.of(well)).toBeGreaterThan(0);
    expect(coverage.of(well)).toBeLessThan(0.5);
  });

  it('is 0 for a passage that holds none', () => {
    expect(coverage.of(pie)).toBe(0);
  });

  it('is 0 for a query without terms', () => {
    expect(TermCoverage.among('who is it?', ['Anything.']).of('Anything.')).toBe(0);
  });

  it('sees the parts of a question in a script without spaces', () => {
    const [keeper, market] = ['灯台守の名前は田中健一である。', '水曜日の市場では海老を売る。'] as const;
    const japanese = TermCoverage.among('白浜灯台の灯台守は誰ですか', [keeper, market]);
    // 白浜 and 浜灯 are missing, 灯台 and 台守 are there; は誰ですか asks and names nothing.
    expect(japanese.of(keeper)).toBeCloseTo(0.28, 2);
    expect(japanese.of(market)).toBe(0);
  });

  it('weighs terms by the sample alone, whatever text is measured', () => {
    expect(coverage.of('Beacons burn at Gull Point.')).toBe(1);
    expect(coverage.of('Gull Point, seen from the sea.')).toBe(coverage.of(well));
  });

  it('takes what each term counts from elsewhere, too', () => {
    const weights = new Map(coverageTerms('burning beacons of Gull Point').map(({ term }) => [term, 1]));
    expect(new TermCoverage(weights).of(well)).toBe(0.5);
    expect(new TermCoverage(new Map()).of(well)).toBe(0);
  });
});

describe('coverageTerms', () => {
  it('names each term once, as the query writes it', () => {
    expect(coverageTerms('Which beacons burn, and what is the beacon of Gull Point?')).toEqual([
      { term: 'beacon', word: 'beacon' },
      { term: 'burn', word: 'burn' },
      { term: 'gull', word: 'Gull' },
      { term: 'point', word: 'Point' },
    ]);
    expect(coverageTerms('灯台守')).toEqual([
      { term: '灯台', word: '灯台' },
      { term: '台守', word: '台守' },
    ]);
    expect(coverageTerms('!?')).toEqual([]);
  });
});

describe('rarityOf', () => {
  it('falls from what nothing holds to 0 for what everything holds', () => {
    const rarities = (passages: number): number[] =>
      [0, 0.01, 0.5, 1].map((share) => Number(rarityOf(share, passages).toFixed(2)));
    expect(rarities(1_000)).toEqual([7.6, 4.56, 0.69, 0]);
    expect(rarities(1_000_000)).toEqual(rarities(1_000));
  });

  it('is no surer of what is rare than a small library allows', () => {
    // Of two passages: in neither, in one, in both.
    expect([0, 0.5, 1].map((share) => Number(rarityOf(share, 2).toFixed(2)))).toEqual([1.79, 0.69, 0.18]);
    expect(rarityOf(0, 0)).toBeCloseTo(Math.log(2));
  });
});

describe('AnalysedCoverage', () => {
  it('counts a word as far as what stands for it in part is held, and once', () => {
    const related = [
      { term: 'harbour-fee', weight: 0.5 },
      { term: 'fee-table', weight: 0.25 },
      { term: 'licence-fee', weight: 1 },
    ];
    const sut = new AnalysedCoverage(
      [
        { terms: ['fee'], related, weight: 3 },
        { terms: ['boat'], related: [], weight: 1 },
      ],
      (text) => text.split(' '),
    );
    const texts = ['fee boat', 'fee', 'harbour-fee', 'harbour-fee fee-table', 'licence-fee harbour-fee boat', 'inn'];
    expect(texts.map((text) => sut.of(text))).toEqual([1, 0.75, 0.375, 0.5625, 1, 0]);
  });
});

describe('readingHeldTerms', () => {
  it.each([
    ['words', 'beacon '],
    ['a script without spaces', '灯'],
  ])('reads any amount of %s in steps of the same size', (_, piece) => {
    expect(countSteps(readingHeldTerms(piece.repeat(200_000)))).toBeGreaterThanOrEqual(199);
  });
});
