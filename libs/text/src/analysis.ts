import { languageAnalyser, unicodeAnalyser } from './analysis/language-analyser.js';
import { STEMMED_LANGUAGES, type StemmedLanguage, type StemmedLanguageName } from './analysis/stemmed-languages.js';
import { cutUnspaced, normalizeTerm, terms, tokenize } from './tokens/terms.js';

const STEMMED = Object.keys(STEMMED_LANGUAGES) as StemmedLanguageName[];

/**
 * Weight of a word of the title; a word of the headings or the text has weight 1. As in BM25F, weights apply to term
 * frequencies, which its authors find better than adding up the scores of fields.
 *
 * Source: Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple Weighted Fields", CIKM 2004.
 */
const TITLE_WEIGHT = 2;

/**
 * Turns a text into index terms. What an index was built with is recorded by name, so a change of what an analyser does
 * takes a new name.
 */
export interface Analyser {
  readonly name: AnalyserName;
  /** In order, with repeats; none holds white space. */
  analyse(text: string): string[];
  /** The same terms, word by word: a text that holds one term of a word holds the word. Absent for older analysers. */
  wordsOf?(text: string): readonly (readonly string[])[];
  /** Letters between the parts of a compound; absent where the language writes parts apart. */
  readonly links?: readonly string[];
}

export type AnalyserName = 'english-3' | 'unicode-1' | 'unicode-2' | `${StemmedLanguageName}-1`;
export const ANALYSER_NAMES: readonly AnalyserName[] = [
  'english-3',
  'unicode-1',
  'unicode-2',
  ...STEMMED.map((name) => `${name}-1` as const),
];

/** Normalised words without stop words, stemmed by Snowball English; words of other scripts as in `unicode-1`. */
const ENGLISH: Analyser = {
  name: 'english-3',
  analyse: (text) => terms(text).flatMap(({ term }) => cutUnspaced(term)),
};
/** Normalised words of any language, as they are. Collections of earlier versions were built with it. */
const FORMER_UNICODE: Analyser = {
  name: 'unicode-1',
  analyse: (text) => tokenize(text).flatMap(({ text: word }) => cutUnspaced(normalizeTerm(word))),
};
const UNICODE: Analyser = { name: 'unicode-2', ...readingWords(unicodeAnalyser) };
const ANALYSERS: ReadonlyMap<AnalyserName, Analyser> = new Map(
  [
    ENGLISH,
    FORMER_UNICODE,
    UNICODE,
    ...STEMMED.map((name): Analyser => {
      const language: StemmedLanguage = STEMMED_LANGUAGES[name];
      const { links } = language;
      return { name: `${name}-1`, ...readingWords(languageAnalyser(language)), ...(links && { links }) };
    }),
  ].map((analyser) => [analyser.name, analyser]),
);
const BY_LANGUAGE: ReadonlyMap<string, AnalyserName> = new Map(
  STEMMED.flatMap((name) => STEMMED_LANGUAGES[name].tags.map((tag): [string, AnalyserName] => [tag, `${name}-1`])),
);

function readingWords(wordsOf: (text: string) => string[][]): Required<Pick<Analyser, 'analyse' | 'wordsOf'>> {
  return { wordsOf, analyse: (text) => wordsOf(text).flat() };
}

export function analyserNamed(name: AnalyserName): Analyser {
  return ANALYSERS.get(name) ?? UNICODE;
}

/** @param language BCP 47, such as `en` or `pt-BR` */
export function analyserForLanguage(language: string): Analyser {
  const [primary = ''] = language.toLowerCase().split('-');
  return primary === 'en' ? ENGLISH : analyserNamed(BY_LANGUAGE.get(primary) ?? 'unicode-2');
}

/** The parts of a passage that can be found by words. */
export interface SearchablePassage {
  readonly title: string;
  /** Headings from the outermost to the innermost. */
  readonly section: readonly string[];
  readonly text: string;
  /** `aliases`: other names of the document's subject. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The index terms of a passage: title (twice), aliases, headings, text. */
export function passageTerms({ title, section, text, metadata }: SearchablePassage, analyser: Analyser): string[] {
  const titleTerms = analyser.analyse(title);
  return [
    ...Array<string[]>(TITLE_WEIGHT).fill(titleTerms).flat(),
    ...aliasesOf(metadata).flatMap((alias) => analyser.analyse(alias)),
    ...section.flatMap((heading) => analyser.analyse(heading)),
    ...analyser.analyse(text),
  ];
}

/**
 * The index terms of the passages of one document, in order: each passage's own, and once each different term of the
 * text before and after it. A passage then answers to what its surroundings are about: "it closes at dusk" is found by
 * the harbour that the sentence before has named. (Measured on nDCG@10 of hybrid search: SciFact test +.0095, the sample
 * domain +.025, multi-hop sets unchanged; see docs/reports/retrieval.md.)
 */
export function documentTerms(passages: readonly SearchablePassage[], analyser: Analyser): string[][] {
  const texts = passages.map(({ text }) => analyser.analyse(text));
  return passages.map((passage, index) => [
    ...passageTerms(passage, analyser),
    ...new Set([...(texts[index - 1] ?? []), ...(texts[index + 1] ?? [])]),
  ]);
}

/** Other names of a document's subject; none if `aliases` of its metadata is no list. */
export function aliasesOf({ aliases }: SearchablePassage['metadata']): string[] {
  return Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
}
