import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ANALYSER_NAMES, analyserForLanguage, analyserNamed, documentTerms, passageTerms } from '../analysis.js';

const english = analyserNamed('english-3');
const unicode = analyserNamed('unicode-2');
const former = analyserNamed('unicode-1');

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
  it.each([english, unicode, former])(
    'are cut into pairs of characters by $name, so that parts are found',
    (analyser) => {
      expect(analyser.analyse('東京都')).toEqual(['東京', '京都']);
      expect(analyser.analyse('灯台')).toEqual(['灯台']);
      expect(analyser.analyse('火')).toEqual(['火']);
    },
  );
});

describe('the analyser for any language', () => {
  it.each([unicode, former])('keeps every word, folded but not stemmed ($name)', (sut) => {
    expect(sut.analyse('Die Häfen der Küste')).toEqual(['die', 'hafen', 'der', 'kuste']);
    expect(sut.analyse('маяк у моря')).toEqual(['маяк', 'у', 'моря']);
    expect(sut.analyse('كتاب البحر')).toEqual(['كتاب', 'البحر']);
  });

  it.each([
    ['Łódź', 'lodz'],
    ['Ørsted', 'orsted'],
    ['Ｈａｒｂｏｕｒ', 'harbour'],
    ['ﾊｰﾊﾞｰ', 'ハーバー'],
    ['שָׁלוֹם', 'שלום'],
    ['کتاب', 'كتاب'],
    ['كـتـاب', 'كتاب'],
    ['Đà Nẵng', 'da nang'],
    ['ёлка', 'елка'],
  ])('makes the same of %s and %s', (one, other) => {
    expect(unicode.analyse(one)).toEqual(unicode.analyse(other));
  });

  it('finds the stem of a Korean word, and a Persian word written in one or in two', () => {
    expect(unicode.analyse('등대에서')).toContain('등대');
    expect(unicode.analyse('کتاب\u200cها')).toContain(unicode.analyse('کتابها')[0]);
  });
});

describe('the analyser of a language', () => {
  it('is that of its primary tag', () => {
    expect(['en', 'en-GB', 'EN'].map((tag) => analyserForLanguage(tag).name)).toEqual(Array(3).fill('english-3'));
    expect(['de', 'de-AT', 'DE'].map((tag) => analyserForLanguage(tag).name)).toEqual(Array(3).fill('german-1'));
    expect(['nb', 'nn', 'no'].map((tag) => analyserForLanguage(tag).name)).toEqual(Array(3).fill('norwegian-1'));
    expect(['enm', 'zh-Hant', 'sk'].map((tag) => analyserForLanguage(tag).name)).toEqual(Array(3).fill('unicode-2'));
  });

  it.each([
    ['de', 'Müllerstrasse', 'Müllerstraße'],
    ['de', 'Muellerstrasse', 'Müllerstraße'],
    ['de', 'Mullerstrasse', 'Müllerstraße'],
    ['de', 'Fluss', 'Flüsse'],
    ['de', 'Gartenstr.', 'Gartenstraße'],
    ['de', 'neue', 'neu'],
    ['de', 'GRÖSSE', 'Größe'],
    ['nl', 'havens', 'haven'],
    ['nl', 'fietsen', 'fiets'],
    ['sv', 'hamnarna', 'hamn'],
    ['sv', 'Aangbaat', 'Ångbåt'],
    ['sv', 'foerening', 'förening'],
    ['da', 'Aarhus', 'Århus'],
    ['da', 'koer', 'køer'],
    ['no', 'båten', 'båtene'],
    ['fi', 'laivat', 'laiva'],
    ['fr', 'l’hôtel', 'hotels'],
    ['fr', 'chevaux', 'cheval'],
    ['es', 'habitacion', 'habitación'],
    ['es', 'habitación', 'habitaciones'],
    ['it', "dell'albergo", 'alberghi'],
    ['pt', 'navios', 'navio'],
    ['ro', 'corăbiile', 'corabiile'],
    ['ru', 'ключ', 'Ключи'],
    ['ru', 'счёт', 'счета'],
    ['tr', 'IŞIKLAR', 'ışık'],
    ['tr', "Ankara'da", 'Ankara'],
    ['hu', 'hajók', 'hajó'],
    ['el', 'ΛΙΜΑΝΙ', 'λιμάνια'],
    ['el', 'φάρος', 'φάρου'],
    ['ar', 'المنارة', 'مناره'],
    ['ar', 'أحمد', 'احمد'],
    ['hi', 'किताबें', 'किताब'],
  ])('(%s) finds %s and %s by each other', (language, one, other) => {
    const [terms, others] = [one, other].map((word) => new Set(analyserForLanguage(language).analyse(word)));
    expect([...(terms ?? [])].some((term) => others?.has(term))).toBe(true);
  });

  it.each([
    ['de', 'Feuer', 'Fur'],
    ['hi', 'किताब', 'कताब'],
    ['ru', 'ключ', 'клюв'],
  ])('(%s) keeps %s and %s apart', (language, one, other) => {
    const sut = analyserForLanguage(language);
    expect(sut.analyse(one)).not.toEqual(sut.analyse(other));
  });

  it('leaves out the words that only give a sentence its form', () => {
    expect(analyserForLanguage('de').analyse('Wem gehört das Boot?')).toEqual(['gehort', 'boot']);
    expect(analyserForLanguage('fr').analyse("Où est l'ancre ?")).toEqual(['ancre']);
  });

  it.each(ANALYSER_NAMES.filter((name) => name !== 'unicode-1'))(
    '%s makes the same terms each time, and never white space, whatever the text',
    (name) => {
      const sut = analyserNamed(name);
      const letters = "aeößñğışцияюёєїαλώςابةىهكतिाेंகிդեéêüöäåøłż'’ -\u200cﾞ";
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom(...Array.from(letters)), maxLength: 60 }), (text) => {
          const once = sut.analyse(text);
          expect(sut.analyse(text)).toEqual(once);
          for (const term of once) expect(term).toMatch(/^\S+$/u);
          if (sut.wordsOf) expect(sut.wordsOf(text).flat()).toEqual(once);
        }),
      );
    },
  );

  it('reads a text of endless words', () => {
    expect(analyserForLanguage('de').analyse('ae'.repeat(500_000))).toHaveLength(1_000);
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
