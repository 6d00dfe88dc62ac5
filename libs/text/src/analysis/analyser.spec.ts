import { describe, expect, it } from '@jest/globals';
import { analyserForLanguage, analyserNamed, documentTerms, passageTerms } from '../analysis.js';

const english = analyserNamed('english-3');
const unicode = analyserNamed('unicode-1');

describe('the English analyser', () => {
  it.each([
    ['burning', 'burns'],
    ['Harbours', 'harbor'],
    ['HARBOUR', 'harbor'],
    ['cafe', 'café'],
    ['Éowyn', 'eowyn'],
    ['cafe\u0301', 'café'],
    ["keeper's", 'keeper'],
  ])('makes the same of %s and %s', (one, other) => {
    expect(english.analyse(one)).toEqual(english.analyse(other));
    expect(english.analyse(one)).toHaveLength(1);
  });

  it.each(['', '   ', 'the', 'what is the', 'The AND the', '!?', '"', '***', '🔥', '\u0000', '— … ’'])(
    'makes nothing of %j',
    (text) => {
      expect(english.analyse(text)).toEqual([]);
    },
  );

  it('keeps repeats and order, and never makes a term with white space', () => {
    expect(english.analyse('lantern, coast; lantern')).toEqual(['lantern', 'coast', 'lantern']);
    for (const term of english.analyse('a\u00a0b c\u3000d \u2003 lantern\tcoast')) expect(term).not.toMatch(/\s/);
  });
});

describe('scripts without spaces', () => {
  it.each([english, unicode])('are cut into pairs of characters by $name, so that parts are found', (analyser) => {
    expect(analyser.analyse('東京都')).toEqual(['東京', '京都']);
    expect(analyser.analyse('灯台')).toEqual(['灯台']);
    expect(analyser.analyse('火')).toEqual(['火']);
  });
});

describe('the analyser for any language', () => {
  it('keeps every word, folded but not stemmed', () => {
    expect(unicode.analyse('Die Häfen der Küste')).toEqual(['die', 'hafen', 'der', 'kuste']);
    expect(unicode.analyse('маяк у моря')).toEqual(['маяк', 'у', 'моря']);
    expect(unicode.analyse('منارة البحر')).toEqual(['منارة', 'البحر']);
  });

  it('is taken for every language but English', () => {
    expect(['en', 'en-GB', 'EN'].map((tag) => analyserForLanguage(tag).name)).toEqual(Array(3).fill('english-3'));
    expect(['de', 'enm', 'zh-Hant'].map((tag) => analyserForLanguage(tag).name)).toEqual(Array(3).fill('unicode-1'));
  });
});

describe('documentTerms', () => {
  it('adds each term of the neighbours once, and none of those further away', () => {
    const passages = ['lantern lantern', 'coast', 'harbour harbour'].map((text) => ({
      title: '',
      section: ['Fees'],
      text,
      metadata: {},
    }));
    expect(documentTerms(passages, english)).toEqual([
      ['fee', 'lantern', 'lantern', 'coast'],
      ['fee', 'coast', 'lantern', 'harbor'],
      ['fee', 'harbor', 'harbor', 'coast'],
    ]);
  });
});

describe('passageTerms', () => {
  it('counts the title twice, and takes in aliases and headings', () => {
    const passage = {
      title: 'Gull Point',
      section: ['History'],
      text: 'Built long ago.',
      metadata: { aliases: ['The Old Light', 7] },
    };
    expect(passageTerms(passage, english)).toEqual([
      'gull',
      'point',
      'gull',
      'point',
      'old',
      'light',
      'histori',
      'built',
      'long',
      'ago',
    ]);
  });
});
