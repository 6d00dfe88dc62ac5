import { describe, expect, it } from '@jest/globals';
import { parseSearchText } from './search-text.js';

describe('parseSearchText', () => {
  it.each<[string, string, string[]]>([
    ['harbour dues', 'harbour dues', []],
    ['"harbour dues" of 389', 'harbour dues of 389', ['harbour dues']],
    ['“harbour dues” and "wicks"', 'harbour dues and wicks', ['harbour dues', 'wicks']],
    ['a "quote that never ends', 'a quote that never ends', []],
    ["'harbour dues' of the keeper's", "harbour dues of the keeper's", ['harbour dues']],
    ['""', '', []],
    ['"  "', '', []],
    ['" … "', '…', []],
  ])('reads %j', (query, text, phrases) => {
    const parsed = parseSearchText(query);
    expect(parsed.text.replaceAll(/\s+/g, ' ')).toBe(text);
    expect(parsed.phrases).toEqual(phrases);
  });

  it.each<[string, string[]]>([
    ['Was zahlen „spontane Gäste“ am Kai?', ['spontane Gäste']],
    ['Wat betalen „late gasten” hier?', ['late gasten']],
    ['Vad betalar ”sena gäster” här?', ['sena gäster']],
    ['Que paient les « passagers tardifs » ?', ['passagers tardifs']],
    ['Was kosten »späte Plätze« hier?', ['späte Plätze']],
    ['les ‹ places libres › du quai', ['places libres']],
    ['die ›freien Plätze‹ am Kai', ['freien Plätze']],
    ['「待機客」はいくら払いますか', ['待機客']],
    ['『港の規則』とは', ['港の規則']],
    ['何"待機客"と"予約"ですか', ['待機客', '予約']],
    ['Who sells ＂late seats＂?', ['late seats']],
    ['(“late seats”), ("early seats").', ['late seats', 'early seats']],
    ["Who sells 'late seats'?", ['late seats']],
    ["Who's the keeper of the boys' boat, and isn't it 'old'?", ['old']],
    ['Who’s the keeper of the boys’ ‘old’ boat?', ['old']],
    ["Is it in ('late seats')?", ['late seats']],
    ["Does 'the keeper's boat' sail?", ["the keeper's boat"]],
    ['Was kosten ‚späte Plätze‘ hier?', ['späte Plätze']],
    ["Was kosten ‚späte Plätze' hier?", ['späte Plätze']],
  ])('reads the marks of %s', (query, phrases) => {
    expect(parseSearchText(query).phrases).toEqual(phrases);
  });

  it.each<[string, string[]]>([
    ['“the notice of ‹late seats› here”', ['late seats', 'the notice of late seats here']],
    ['„er sagte „nie“ dazu“', ['nie', 'er sagte nie dazu']],
    ['「港の『規則』集」', ['規則', '港の 規則 集']],
    ['an "open mark and "late seats" here', ['late seats']],
    ['late” seats “and', []],
    ['late seats" and more', []],
    ['«late seats', []],
    ["'late seats", []],
    ["an 'open mark and 'late seats' here", ['late seats']],
    [`"the notice of 'late seats' here"`, ['late seats', 'the notice of late seats here']],
  ])('reads nested and unbalanced marks: %s', (query, phrases) => {
    expect(parseSearchText(query).phrases.map((phrase) => phrase.replaceAll(/\s+/g, ' '))).toEqual(phrases);
  });

  it.each<[string, string[]]>([
    ["Who's the keeper of the boys' boat, and isn't it old?", []],
    ['Who’s the keeper of the boys’ boat?', []],
    ["'Tis the '90s boat of the boys', who rock 'n' roll.", []],
    ["Is a 5' pipe of the boys' longer than 6'?", []],
    ["What is in 's-Graven of the boys'?", []],
    ['Does a 5" pipe fit a 6" hole?', []],
    ['Does a "5" pipe" fit?', ['5  pipe']],
    ['Does "route 5" meet "route 7"?', ['route 5', 'route 7']],
    ['Does the 19" "late rack" fit?', ['late rack']],
  ])('takes neither apostrophes nor inches for quotation marks: %s', (query, phrases) => {
    expect(parseSearchText(query).phrases).toEqual(phrases);
  });

  it.each<[string, boolean]>([
    ['"late seats"', true],
    [' “late seats” , «early seats»! ', true],
    ['"late seats" price', false],
    ['price of "late seats"', false],
    ['late seats', false],
  ])('tells whether %s is nothing but phrases', (query, expected) => {
    expect(parseSearchText(query).isPhrasesOnly).toBe(expected);
  });

  it.each([
    ['five quotations', '"one sail" "two sails" "three sails" "four sails" "five sails"'],
    ['a long quotation', `Where is "${'the boat goes '.repeat(12)}" from?`],
    ['a paragraph', `${'The boat goes to the quay. '.repeat(15)}It is "free".`],
  ])('takes %s for prose', (_kind, query) => {
    expect(parseSearchText(query)).toMatchObject({ phrases: [], isPhrasesOnly: false });
  });

  it.each(['"', '«', '» «', '"a" ', '5" ', '“„', "'", "'a' ", " 'a", '‚‘’'])('reads %s a thousand times', (marks) => {
    expect(parseSearchText(marks.repeat(1_000)).phrases.length).toBeLessThan(3);
  });

  it('takes a phrase once that is quoted twice', () => {
    expect(parseSearchText('"late seats" or “late seats”').phrases).toEqual(['late seats']);
  });
});
