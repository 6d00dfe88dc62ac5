export {
  anyOf,
  ARTICLES,
  AUXILIARIES,
  BE,
  CARDINALS,
  CONJUNCTIONS,
  CONTRACTED_NOT,
  DEMONSTRATIVES,
  DETERMINERS,
  DO,
  HEDGES,
  MODALS,
  NEGATIONS,
  POSSESSIVES,
  PREPOSITIONS,
  PRONOUNS,
  QUESTION_WORDS,
  RELATIVES,
  SUBJECT_PRONOUNS,
} from './closed-classes.js';
export { isComparative, positiveOf } from './adjectives.js';
export { beFor, isPluralPhrase, pluralOf, singularOf } from './nouns.js';
export { baseOfThird, gerundOf, isIrregularPast, isRegularPast, isVerb, VERBS_OF_PARTICIPLES } from './verbs.js';
