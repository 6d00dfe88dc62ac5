import { coverageOfModel } from '@arbiter/backends';
import type { SearchTarget } from '../candidates/search-target.js';
import { unreadScriptOf } from './unread-script.js';

/** Something that the embedding model has not learnt, and what that means for the search. */
export interface CoverageNotice {
  /** In fixed words, for programs. */
  readonly code: 'language-not-covered' | 'script-not-covered';
  /** One sentence for people. */
  readonly message: string;
}

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/**
 * Makes the notice for a query most of whose words are of scripts that the model does not know. To the model, all such
 * texts look alike. This was measured with questions about something else, over six documents a language. Their cosines made
 * them .83 (Japanese), .96 (Arabic) and .98 (Russian) relevant. The keywords alone found the passages for the right questions.
 * So the vectors have no say.
 *
 * @returns null also for a model of unknown coverage, and for a query without letters
 */
export function findUncoveredScript(query: string, model: string): CoverageNotice | null {
  if (unreadScriptOf(coverageOfModel(model))(query) === null) return null;
  return {
    code: 'script-not-covered',
    message: `The model ${model} does not know the script of the question: vectors took no part in the ranking.`,
  };
}

/**
 * The notices of collections in languages that the model does not cover. Their vectors keep their say: those of a script
 * that the model knows share enough of its words to help (German: the right document first for 5 of 5 questions, and
 * nothing for those about something else; keywords alone gave two of the right ones less than .5).
 */
export function findUncoveredLanguages(targets: readonly SearchTarget[], model: string): readonly CoverageNotice[] {
  const covered = coverageOfModel(model);
  if (!covered) return [];
  return targets
    .filter(({ language }) => !covered.languages.includes(new Intl.Locale(language).language))
    .map(({ collection, language }) => ({
      code: 'language-not-covered',
      message: `Collection "${collection}" is in ${LANGUAGE_NAMES.of(language) ?? language}, which the model ${model} does not cover: what it says of meaning and relevance there is less sure.`,
    }));
}
