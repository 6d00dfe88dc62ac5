import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { FUNCTION_WORDS } from '../sentences/function-words.js';
import { caseStemmer, CZECH, POLISH } from './case-endings.js';

/** How words of a language are compared. */
export interface StemmedLanguage {
  /** Primary subtags of BCP 47. */
  readonly tags: readonly string[];
  readonly stem: (word: string) => string;
  readonly stopWords?: ReadonlySet<string>;
  /** Spellings that mean the same letters, applied to a word in lower case before it is stemmed. */
  readonly spellings?: readonly (readonly [RegExp, string])[];
  /** Spellings of the same letters that also occur by chance: a word that holds them is known by both. */
  readonly otherSpellings?: readonly (readonly [RegExp, string])[];
  /** What an apostrophe divides: short words before a noun ("l'hôtel"), or endings behind a name ("Ankara'da"). */
  readonly apostrophe?: 'elision' | 'ending';
  /** Letters between the parts of a compound, after a stem or a whole word; absent where parts are written apart. */
  readonly links?: readonly string[];
}

/** After a vowel or a q, "ue" is no umlaut: "neue", "Feuer", "Quelle". */
const GERMAN_SPELLINGS = [
  [/ß/g, 'ss'],
  // As addresses write it: "Hauptstr. 9".
  [/str$/, 'strasse'],
  [/ae/g, 'ä'],
  [/oe/g, 'ö'],
  [/(?<![aeiouäöüq])ue/g, 'ü'],
] as const;
const DANISH_SPELLINGS = [
  [/aa/g, 'å'],
  [/ae/g, 'æ'],
] as const;

/** A consonant that an ending has softened: "řece" is of "řeka", "noze" of "noha". The long ů is short before an ending. */
const CZECH_SPELLINGS = [
  [/ů/g, 'o'],
  [/c(?:e|ích)$/, 'k'],
  [/z(?:e|ích)$/, 'h'],
  [/še$/, 'ch'],
] as const;
/** As in Czech: "rzece" is of "rzeka", "porcie" of "port", "drodze" of "droga". */
const POLISH_SPELLINGS = [
  [/dzie$/, 'd'],
  [/dze$/, 'g'],
  [/cie$/, 't'],
  [/ce$/, 'k'],
  [/rze$/, 'r'],
  [/sze$/, 'ch'],
] as const;

/** Genitives, and the vowels that a stemmer takes from the end of a first part. */
const FINNISH_LINKS = ['a', 'an', 'e', 'en', 'i', 'in', 'ien', 'n', 'o', 'on', 's', 'u', 'un', 'y', 'yn'] as const;

/**
 * Stemmers of the Snowball project, compiled to JavaScript (`@orama/stemmers`), where they have proved to be pure functions
 * that throw nothing: those for Bulgarian and Ukrainian have not. The package has none for Czech and Polish. Stop
 * words are those of Snowball.
 */
export const STEMMED_LANGUAGES = {
  arabic: { tags: ['ar'], stem: arabic },
  armenian: { tags: ['hy'], stem: armenian },
  czech: {
    tags: ['cs'],
    stem: caseStemmer(CZECH),
    stopWords: FUNCTION_WORDS.cs,
    otherSpellings: CZECH_SPELLINGS,
  },
  danish: {
    tags: ['da'],
    stem: danish,
    stopWords: FUNCTION_WORDS.da,
    spellings: DANISH_SPELLINGS,
    otherSpellings: [[/ø/g, 'oe']],
    links: ['e', 'er', 's'],
  },
  // Twice: "havens" becomes "haven", and "haven" becomes "hav".
  dutch: {
    tags: ['nl'],
    stem: (word) => dutch(dutch(word)),
    stopWords: FUNCTION_WORDS.nl,
    links: ['e', 'en', 'er', 's'],
  },
  finnish: { tags: ['fi'], stem: finnish, stopWords: FUNCTION_WORDS.fi, links: FINNISH_LINKS },
  french: { tags: ['fr'], stem: french, stopWords: FUNCTION_WORDS.fr, apostrophe: 'elision' },
  german: {
    tags: ['de'],
    stem: german,
    stopWords: FUNCTION_WORDS.de,
    spellings: GERMAN_SPELLINGS,
    links: ['e', 'en', 'ens', 'er', 'es', 'n', 'ns', 's'],
  },
  greek: { tags: ['el'], stem: greek },
  hindi: { tags: ['hi'], stem: hindi },
  hungarian: { tags: ['hu'], stem: hungarian },
  indonesian: { tags: ['id'], stem: indonesian },
  irish: { tags: ['ga'], stem: irish, apostrophe: 'elision' },
  italian: { tags: ['it'], stem: italian, stopWords: FUNCTION_WORDS.it, apostrophe: 'elision' },
  lithuanian: { tags: ['lt'], stem: lithuanian },
  norwegian: {
    tags: ['no', 'nb', 'nn'],
    stem: norwegian,
    stopWords: FUNCTION_WORDS.no,
    spellings: DANISH_SPELLINGS,
    otherSpellings: [[/ø/g, 'oe']],
    links: ['e', 's'],
  },
  polish: {
    tags: ['pl'],
    stem: caseStemmer(POLISH),
    stopWords: FUNCTION_WORDS.pl,
    otherSpellings: POLISH_SPELLINGS,
  },
  portuguese: { tags: ['pt'], stem: portuguese, stopWords: FUNCTION_WORDS.pt },
  romanian: { tags: ['ro'], stem: romanian },
  russian: { tags: ['ru'], stem: russian, stopWords: FUNCTION_WORDS.ru },
  serbian: { tags: ['sr'], stem: serbian },
  spanish: { tags: ['es'], stem: spanish, stopWords: FUNCTION_WORDS.es },
  swedish: {
    tags: ['sv'],
    stem: swedish,
    stopWords: FUNCTION_WORDS.sv,
    spellings: [
      [/aa/g, 'å'],
      [/ae/g, 'ä'],
    ],
    otherSpellings: [[/ö/g, 'oe']],
    links: ['a', 'e', 'es', 'o', 'or', 's', 'u'],
  },
  tamil: { tags: ['ta'], stem: tamil },
  turkish: { tags: ['tr'], stem: turkish, apostrophe: 'ending' },
} as const satisfies Readonly<Record<string, StemmedLanguage>>;

export type StemmedLanguageName = keyof typeof STEMMED_LANGUAGES;
