import { describe, expect, it } from '@jest/globals';
import { analyserForLanguage } from '../analysis.js';

/**
 * Forms of 20 words each, written before the endings; the last ten of each were not looked at while they were chosen. Left out
 * is "smluv", of "smlouva": its vowel changes.
 */
const FAMILIES = {
  pl: [
    'port portu portem porcie porty portów portami portach',
    'opłata opłaty opłacie opłatę opłatą opłat opłatom opłatami',
    'rzeka rzeki rzece rzekę rzeką rzek rzekami rzekach',
    'statek statku statkiem statki statków statkami statkach',
    'latarnia latarni latarnię latarnią latarnie latarniami latarniach',
    'książka książki książce książkę książką książek książkami',
    'łódź łodzi łodzią łodzie łodziami łodziach',
    'stary starego staremu starym stara starej starą stare starych starymi',
    'umowa umowy umowie umowę umową umów umowami umowach',
    'miejscowość miejscowości miejscowością miejscowościami miejscowościach',
    'zamek zamku zamkiem zamki zamków zamkach',
    'droga drogi drodze drogę drogą dróg drogami drogach',
    'woda wody wodzie wodę wodą wód wodami',
    'szkoła szkoły szkole szkołę szkołą szkół szkołami szkołach',
    'klucz klucza kluczowi kluczem klucze kluczy kluczami kluczach',
    'okno okna oknie oknem okien oknami oknach',
    'wysoki wysokiego wysokiemu wysokim wysoka wysokiej wysoką wysokie wysokich wysokimi',
    'system systemu systemowi systemem systemie systemy systemów systemami',
    'stacja stacji stację stacją stacje stacjami stacjach',
    'ubezpieczenie ubezpieczenia ubezpieczeniu ubezpieczeniem ubezpieczeń ubezpieczeniami',
  ],
  cs: [
    'přístav přístavu přístavem přístavy přístavů přístavům přístavech',
    'poplatek poplatku poplatkem poplatky poplatků poplatkům poplatcích',
    'řeka řeky řece řeku řekou řek řekám řekách řekami',
    'loď lodi lodí lodě lodím lodích loděmi',
    'město města městu městě městem měst městům městech městy',
    'kniha knihy knize knihu knihou knih knihám knihách knihami',
    'starý starého starému starém starým stará staré starou starých starými',
    'smlouva smlouvy smlouvě smlouvu smlouvou smlouvám smlouvách smlouvami',
    'klíč klíče klíči klíčem klíčů klíčům klíčích',
    'okno okna oknu okně oknem oken oknům oknech okny',
    'hrad hradu hradem hrady hradů hradům hradech',
    'noha nohy noze nohu nohou nohám nohách nohami',
    'škola školy škole školu školou škol školám školách školami',
    'dům domu domem domy domů domům domech',
    'pojištění pojištěním pojištěních pojištěními',
    'vysoký vysokého vysokému vysokém vysokým vysoká vysoké vysokou vysokých',
    'zámek zámku zámkem zámky zámků zámkům zámcích',
    'stanice stanici stanicí stanic stanicím stanicích stanicemi',
    'silnice silnici silnicí silnic silnicím silnicích silnicemi',
    'obec obce obci obcí obcím obcích obcemi',
  ],
} as const;

describe.each(Object.entries(FAMILIES))('words in %s', (language, families) => {
  const sut = analyserForLanguage(language);
  const meet = (one: string, other: string): boolean =>
    sut.analyse(one).some((term) => sut.analyse(other).includes(term));

  it.each(families.map((family) => family.split(' ')))('are found by all of their forms: %s', (...family) => {
    const apart = family.flatMap((one) => family.filter((other) => !meet(one, other)).map((other) => [one, other]));
    expect(apart).toEqual([]);
  });

  it('are found without accents, too', () => {
    const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');
    for (const word of families.flatMap((family) => family.split(' ')))
      expect([word, meet(word, plain(word))]).toEqual([word, true]);
  });

  it('are not taken for each other', () => {
    const words = families.map((family) => family.split(' '));
    const mixed = words.flatMap((family, index) =>
      words.slice(index + 1).flatMap((others) => family.filter((word) => others.some((other) => meet(word, other)))),
    );
    expect(mixed).toEqual([]);
  });
});

it.each([
  ['pl', 'port', 'portal'],
  ['pl', 'rzeka', 'rzecz'],
  ['pl', 'stary', 'starosta'],
  ['pl', 'zamek', 'zamach'],
  ['pl', 'woda', 'wodza'],
  ['pl', 'łódź', 'lód'],
  ['pl', 'kasa', 'kasza'],
  ['cs', 'hrad', 'hradba'],
  ['cs', 'město', 'místo'],
  ['cs', 'škola', 'škoda'],
  ['cs', 'klíč', 'klid'],
  ['cs', 'řeka', 'řemen'],
])('(%s) keeps %s and %s apart', (language, one, other) => {
  const sut = analyserForLanguage(language);
  expect(sut.analyse(one).filter((term) => sut.analyse(other).includes(term))).toEqual([]);
});
