import { describe, expect, it } from '@jest/globals';
import { citesEvidence } from './judge-answer.js';
import { matchesAnswer } from './match-answer.js';

describe('matchesAnswer', () => {
  it.each([
    ['The keeper is SERAFINE  Kettlewick. [1]', 'Serafine Kettlewick'],
    ['It was Café Élan.', 'cafe elan'],
    ['There are six bells.', '6'],
    ['There are 6 bells.', 'six bells'],
    ['It holds forty-two barrels.', '42 barrels'],
    ['It costs 1,250 wicks', '1250 wicks'],
    ['a dozen eggs', '12'],
    ['Serafine’s brother', "Serafine's"],
    ['the Guild\nof Lamplighters', 'Guild of Lamplighters'],
    ['at dusk [2], daily', 'dusk, daily'],
  ])('finds in %p the answer %p', (text, answer) => {
    expect(matchesAnswer(text, { answers: ['something else', answer] })).toMatchObject({
      correct: true,
      matched: answer,
    });
  });

  it.each([
    ['the lamplighter', 'lamp'],
    ['3.5 wicks', '3'],
    ['13 wicks', '3'],
    ['1.3 wicks', '3'],
    ['six hundred men', 'six'],
    ['', 'x'],
  ])('does not find in %p the answer %p', (text, answer) => {
    expect(matchesAnswer(text, { answers: [answer] }).correct).toBe(false);
  });

  it('accepts all of mustMention instead, and says what is missing', () => {
    const expected = { answers: [], mustMention: ['rope', 'tar'] };
    expect(matchesAnswer('Tar and rope.', expected).correct).toBe(true);
    expect(matchesAnswer('Rope.', expected)).toMatchObject({ correct: false, missing: ['tar'] });
  });

  it('refuses whatever mentions something forbidden', () => {
    expect(matchesAnswer('Vane, not Hollow.', { answers: ['Vane'], mustNotMention: ['hollow'] })).toEqual({
      correct: false,
      matched: 'Vane',
      missing: [],
      forbidden: ['hollow'],
    });
  });

  it('is never correct by empty lists', () => {
    expect(matchesAnswer('Anything.', { answers: [], mustMention: [] }).correct).toBe(false);
  });
});

describe('citesEvidence', () => {
  const evidence = {
    document: 'documents/tidehouse.md',
    quote: 'joined to [Tallowgate](tallowgate.md) by a **footbridge** of 60 paces',
  };
  const cites = (quote: string, document = 'documents/tidehouse.md'): boolean =>
    citesEvidence({ document, quote }, evidence);

  it('sees through markup, white space and accents', () => {
    expect(cites('It is joined to Tallowgate\nby a footbridge of 60 paces.')).toBe(true);
    expect(cites('a footbridge')).toBe(true);
  });

  it('counts quotations that overlap at an end', () => {
    expect(cites('by a footbridge of 60 paces that is under water.')).toBe(true);
    expect(cites('Bell Rock, an islet joined to Tallowgate by a footbridge')).toBe(true);
    expect(cites('60 paces that is under water')).toBe(false);
  });

  it('tells documents apart, whatever folder they were ingested from', () => {
    const quote = 'joined to Tallowgate by a footbridge';
    expect(cites(quote, 'documents/bell-rock.md')).toBe(false);
    expect(cites(quote, 'house.md')).toBe(false);
    expect(cites(quote, 'tidehouse.md')).toBe(true);
    expect(cites(quote, '/packs/lantern-coast/documents/tidehouse.md')).toBe(true);
  });

  it('does not count an empty quotation', () => {
    expect(cites(' … ')).toBe(false);
  });

  describe('of a table', () => {
    const row = { document: 'prices.md', quote: '| Fenwort cordial | phial | **9 wicks** |' };
    const citesRow = (quote: string, evidence = row): boolean =>
      citesEvidence({ document: 'prices.md', quote }, evidence);

    it('finds a quoted row in the stored one, which names its columns', () => {
      expect(citesRow('What: Fenwort cordial; Vessel: phial; Price: 9 wicks')).toBe(true);
      expect(citesRow('What: Fenwort cordial; Vessel: phial')).toBe(false);
      expect(citesRow('What: Tansy cordial; Vessel: phial; Price: 9 wicks')).toBe(false);
    });

    it('does not take a bar alone, or one cell, for a row', () => {
      expect(citesRow('What: Fenwort cordial; Price: 9 wicks', { ...row, quote: '|' })).toBe(false);
      expect(citesRow('all that costs 9 wicks or less', { ...row, quote: '| 9 wicks |' })).toBe(true);
      expect(citesRow('all that costs 8 wicks or less', { ...row, quote: '| 9 wicks |' })).toBe(false);
    });

    it('is of the document of the row only', () => {
      const quote = 'What: Fenwort cordial; Vessel: phial; Price: 9 wicks';
      expect(citesEvidence({ document: 'cellar.md', quote }, row)).toBe(false);
    });
  });
});
