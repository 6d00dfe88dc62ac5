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
  HAVE,
  HEDGES,
  MODALS,
  NEGATIONS,
  POSSESSIVES,
  PREPOSITIONS,
  PRONOUNS,
  QUANTIFIERS,
  QUESTION_WORDS,
  RELATIVES,
  SUBJECT_PRONOUNS,
} from './closed-classes.js';
export { isCalendarWord, MONTHS } from './calendar.js';
export { HEARSAY } from './hearsay.js';
export { type Gender, genderOf, isLeaderNoun, PERSON_NOUNS, TITLES } from './people.js';
export { participleOf, type VerbForm, verbForms } from './verb-forms.js';
export { isComparative, positiveOf } from './adjectives.js';
export { beFor, isPluralPhrase, pluralOf, singularOf } from './nouns.js';
export { baseOfThird, gerundOf, isIrregularPast, isRegularPast, isVerb, VERBS_OF_PARTICIPLES } from './verbs.js';
