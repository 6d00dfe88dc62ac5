import { describe, expect, it } from '@jest/globals';
import { isSameLanguage, LanguageTag } from './language-tag.js';

describe('LanguageTag', () => {
  it.each([
    ['en', 'en'],
    ['PT-br', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['iw', 'he'],
    ['haw', 'haw'],
  ])('reads %s as %s', (given, canonical) => {
    expect(LanguageTag.parse(given)).toBe(canonical);
  });

  it.each(['', 'e', 'german', 'de_DE', 'de-', 'x-klingon', 'de DE', '日本語', 'de-'.repeat(40)])(
    'refuses %j',
    (given) => {
      expect(LanguageTag.safeParse(given).success).toBe(false);
    },
  );

  it('tells languages apart, not regions and scripts', () => {
    expect(isSameLanguage('de', 'de-AT')).toBe(true);
    expect(isSameLanguage('zh-Hans', 'zh-Hant')).toBe(true);
    expect(isSameLanguage('de', 'nl')).toBe(false);
  });
});
