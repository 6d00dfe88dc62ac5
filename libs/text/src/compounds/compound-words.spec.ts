import { describe, expect, it } from '@jest/globals';
import { countSteps } from '../../test/count-steps.js';
import { analyserForLanguage } from '../analysis.js';
import { carryOut } from '../steps.js';
import { CompoundWords } from './compound-words.js';

/** Related terms of a query among the words of passages, by asked term. */
function relatedIn(language: string, passages: readonly string[], query: string): Record<string, string[]> {
  const analyser = analyserForLanguage(language);
  const shares = new Map<string, number>();
  for (const passage of passages)
    for (const term of new Set(analyser.analyse(passage)))
      shares.set(term, (shares.get(term) ?? 0) + 1 / passages.length);
  const words = carryOut(CompoundWords.reading(shares, rulesOf(language)));
  const related = carryOut(words.relating(analyser.analyse(query)));
  return Object.fromEntries([...related].map(([word, terms]) => [word, terms.map(({ term }) => term).sort()]));
}

function rulesOf(language: string) {
  const analyser = analyserForLanguage(language);
  return { links: analyser.links ?? [], stem: (word: string) => analyser.analyse(word)[0] ?? word };
}

describe('the compounds of a collection', () => {
  it.each([
    ['de', 'Gebühr der Lizenz', 'Lizenzgebühren', ['gebuhr', 'lizenz']],
    ['de', 'Gebiet', 'Wasserschutzgebiet', ['gebiet']],
    ['de', 'Arbeit und Vertrag', 'Arbeitsvertrag', ['arbeit', 'vertrag']],
    ['de', 'Hafen mit Gebühr', 'Hafengebühr', ['gebuhr', 'haf']],
    ['nl', 'huur en overeenkomst', 'huurovereenkomst', ['overeenkomst']],
    ['nl', 'overlast door geluid', 'geluidsoverlast', ['geluid', 'overlast']],
    ['sv', 'avgift för hamnen', 'hamnavgifter', ['avgift', 'hamn']],
    ['da', 'afgift i havnen', 'havneafgift', ['afgift', 'havn']],
    ['no', 'avgift i havnen', 'havneavgift', ['avgift', 'havn']],
    ['fi', 'sataman maksu', 'satamamaksut', ['maksu', 'satam']],
  ])('(%s) are found by their parts: "%s" and %s', (language, query, compound, words) => {
    const found = relatedIn(language, [compound, query], query);
    const [term = ''] = analyserForLanguage(language).analyse(compound);
    expect(
      Object.keys(found)
        .filter((word) => found[word]?.includes(term))
        .sort(),
    ).toEqual(words);
  });

  it.each([
    ['de', 'Hafengebühren', 'Gebühr für den Hafen', ['gebuhr', 'haf']],
    ['de', 'Wasserschutzgebiet', 'Gebiete zum Schutz vor Wasser', ['gebiet', 'schutz', 'wass']],
    ['nl', 'keldersleutels', 'sleutel van de kelder', ['kelder', 'sleutel']],
    ['sv', 'källarnycklar', 'nycklarna till källare', ['kall', 'nyckl']],
  ])('(%s) find their parts: %s', (language, query, passage, parts) => {
    expect(
      Object.values(relatedIn(language, [passage], query))
        .flat()
        .sort(),
    ).toEqual(parts);
  });

  it.each([
    ['Last', 'Palast'],
    ['Rat', 'Quadrat'],
    ['Stand', 'Verstand'],
    ['Hafen', 'Haftung'],
    ['Palast', 'Ast'],
    ['Gegend', 'Ende'],
    ['Kurs', 'Kursk'],
  ])('has nothing for %s in %s, which only looks alike', (query, word) => {
    expect(relatedIn('de', [word, 'Ein Pal, ein Quad, eine Tung.'], query)).toEqual({});
  });

  it('leaves a word whole that is more common than its parts are together', () => {
    const passages = ['Feuerwehr', 'Feuerwehr', 'Feuerwehr', 'Feuer', 'Wehr'];
    expect(relatedIn('de', passages, 'Feuerwehr')).toEqual({});
    const split = relatedIn('de', [...passages, 'Feuer', 'Feuer', 'Wehr', 'Wehr'], 'Feuerwehr');
    expect(split).toEqual({ feuerwehr: ['feu', 'wehr'] });
  });

  it('counts a compound of two asked words as both, one with a known word half, one with any other a quarter', () => {
    const shares = new Map(['hafengebuhr', 'mullgebuhr', 'uberziehungsgebuhr', 'mull'].map((term) => [term, 0.01]));
    const words = carryOut(CompoundWords.reading(shares, rulesOf('de')));
    const weights = new Map(
      carryOut(words.relating(['gebuhr', 'haf']))
        .get('gebuhr')
        ?.map((of) => [of.term, of.weight]),
    );
    const [asked = 0, known = 0, unknown = 0] = [...weights.values()];
    expect([...weights.keys()]).toEqual(['hafengebuhr', 'mullgebuhr', 'uberziehungsgebuhr']);
    expect([known / asked, unknown / asked]).toEqual([0.5, 0.25]);
    // Each is rarer than all of them together.
    expect(asked).toBeLessThan(1);
  });
});

describe('a hostile vocabulary or query', () => {
  const letters = (i: number): string => String(i).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  const alike = new Map(Array.from({ length: 100_000 }, (_, i) => [`strassen${letters(i)}wegen`, 1e-5]));

  it('is read in bounded steps', () => {
    expect(countSteps(CompoundWords.reading(alike, rulesOf('de')))).toBe(100);
  });

  it('costs no more for 10,000 words than for 32, and has few terms for each', () => {
    const words = carryOut(CompoundWords.reading(alike, rulesOf('de')));
    const query = Array.from({ length: 10_000 }, (_, i) => `strassen${letters(i)}`);
    expect(countSteps(words.relating(query))).toBe(32);
    for (const terms of carryOut(words.relating(query)).values()) expect(terms.length).toBeLessThanOrEqual(12);
  });

  it('may hold words of a million letters, and none at all', () => {
    const long = 'ab'.repeat(500_000);
    const words = carryOut(CompoundWords.reading(new Map([[long, 1]]), rulesOf('de')));
    expect(carryOut(words.relating([long, 'abab', '', '𠮷野家', '12345']))).toEqual(new Map());
  });
});
