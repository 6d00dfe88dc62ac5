import { describe, expect, it } from '@jest/globals';
import { analyserForLanguage } from '@arbiter/text';
import { SHIPPED_EMBEDDING_MODEL as MODEL } from '@arbiter/backends';
import { findUncoveredLanguages, findUncoveredScript } from './find-uncovered.js';
import type { SearchTarget } from '../candidates/search-target.js';

describe('a query in a script that the model does not know', () => {
  it.each([
    ['Japanese', '灯台守は誰ですか'],
    ['Arabic', 'من هو حارس المنارة؟'],
    ['Russian', 'Как зовут смотрителя маяка?'],
    ['Greek', 'Ποιος φυλάει τον φάρο;'],
    ['Russian with a name in Latin letters', 'Кто живёт на маяке Gull Point?'],
  ])('is noticed: %s', (_what, query) => {
    expect(findUncoveredScript(query, MODEL)).toMatchObject({ code: 'script-not-covered' });
  });

  it.each([
    ['English', 'Who keeps the lamp?'],
    ['German', 'Wer hütet die Lampe, und wie heißt er?'],
    ['Vietnamese', 'Ai giữ ngọn hải đăng?'],
    ['English with a word in another script', 'What does 灯台 mean in the harbour book?'],
    ['a formula', 'effect of β on μ-opioid receptors'],
    ['digits and marks', '1874?! — "…" 🏮'],
    ['nothing', ''],
  ])('is not: %s', (_what, query) => {
    expect(findUncoveredScript(query, MODEL)).toBeNull();
  });

  it('cannot be told of a model whose scripts are not known', () => {
    expect(findUncoveredScript('灯台守は誰ですか', 'nomic-embed-text')).toBeNull();
  });
});

describe('collections in languages that the model does not cover', () => {
  const targetIn = (language: string): SearchTarget => ({
    collection: `in-${language}`,
    index: `in-${language}`,
    language,
    analyser: analyserForLanguage(language),
  });

  it('are each named in words', () => {
    const notices = findUncoveredLanguages(['en', 'de-AT', 'en-GB', 'ja'].map(targetIn), MODEL);
    expect(notices.map(({ code }) => code)).toEqual(['language-not-covered', 'language-not-covered']);
    expect(notices[0]?.message).toContain('"in-de-AT" is in Austrian German');
    expect(notices[1]?.message).toContain('"in-ja" is in Japanese');
  });

  it('cannot be told of a model whose languages are not known', () => {
    expect(findUncoveredLanguages([targetIn('de')], 'nomic-embed-text')).toEqual([]);
  });
});
