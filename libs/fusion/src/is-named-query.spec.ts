import { describe, expect, it } from '@jest/globals';
import { isNamedQuery } from './is-named-query.js';

const STOP_WORDS = new Set(['who', 'is', 'the', 'at', 'of', 'to', 'with', 'and', 'in', 'how', 'do']);
const isNamed = (query: string): boolean => isNamedQuery(query, (word) => STOP_WORDS.has(word));

describe('isNamedQuery', () => {
  it.each([
    ['a person', 'Who pays Orlo Kettleworth?'],
    ['a place with an apostrophe', "Who keeps the lamp at Merrin's Point?"],
    ['a name in quotes', 'the ship called “Patience” sank'],
    ['a name in another script', 'кто живёт в Москве'],
    ['a name with a mark', 'bridges of Ávila'],
  ])('is true of a query with %s', (_, query) => {
    expect(isNamed(query)).toBe(true);
  });

  it.each([
    ['a topic', 'lamp oil prices'],
    ['a capital at the beginning', 'Vitamin deficiency raises homocysteine.'],
    ['a capital after a full stop', 'oil is scarce. Prices rise'],
    ['an abbreviation', 'role of DNA and mRNA in ageing'],
    ['Title Case', 'How to Treat Multiple Sclerosis With Diet'],
    ['a bare name', 'Orlo Kettleworth'],
    ['no words', '?! …'],
    ['no capitals', '灯台守は誰ですか'],
    ['nothing', ''],
  ])('is false of %s', (_, query) => {
    expect(isNamed(query)).toBe(false);
  });
});
