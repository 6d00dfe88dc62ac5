import { cutUnspaced } from '../tokens/cut-unspaced.js';
import { normalizeTerm } from '../tokens/normalize-term.js';
import { terms } from '../tokens/terms.js';
import { tokenize } from '../tokens/tokenize.js';

/**
 * Turns a text into index terms. What an index was built with is recorded by name, so a change of what an analyser does
 * takes a new name.
 */
export interface Analyser {
  readonly name: AnalyserName;
  /** In order, with repeats; none holds white space. */
  analyse(text: string): string[];
}

export const ANALYSER_NAMES = ['english-3', 'unicode-1'] as const;
export type AnalyserName = (typeof ANALYSER_NAMES)[number];

const ANALYSERS: Readonly<Record<AnalyserName, Analyser>> = {
  /** Normalised words without stop words, stemmed by Snowball English; words of other scripts as in `unicode-1`. */
  'english-3': { name: 'english-3', analyse: (text) => terms(text).flatMap(({ term }) => cutUnspaced(term)) },
  /** Normalised words of any language, as they are. */
  'unicode-1': {
    name: 'unicode-1',
    analyse: (text) => tokenize(text).flatMap(({ text: word }) => cutUnspaced(normalizeTerm(word))),
  },
};

export function analyserNamed(name: AnalyserName): Analyser {
  return ANALYSERS[name];
}

/** @param language BCP 47, such as `en` or `pt-BR` */
export function analyserForLanguage(language: string): Analyser {
  return ANALYSERS[/^en(-|$)/i.test(language) ? 'english-3' : 'unicode-1'];
}
