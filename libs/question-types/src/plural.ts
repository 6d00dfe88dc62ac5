import { anyOf } from './pattern.js';

/** Verbs in the third person, which end like nouns in the plural: "which player goes first". */
export const VERB_FORMS = anyOf(`
  goes moves holds takes makes gives comes gets runs needs causes works starts ends stands lies leads wins keeps uses says leaves carries
  handles covers follows serves belongs happens looks turns becomes falls rises shows plays sells pays owns wears lives eats flies
  signs allows suits fits helps brings begins stops sets puts sits reads tells knows thinks wants feels counts weighs`);
/** Words that only end like a plural. */
const NO_PLURALS = anyOf(`
  hours times does has this its his yes always perhaps besides sometimes bus gas bonus plus series news means steps thanks cheers let's
  that's what's who's where's it's`);
/** A noun in the plural, as far as its ending tells. */
const PLURAL_FORM = `(?!(?:${VERB_FORMS}|${NO_PLURALS})\\b)(?!\\w*(?:ss|us|is|as)\\b)[a-z-]{2,}s`;
export const PLURAL = `(?:${PLURAL_FORM}|people|children|men|women|species|staff|mice|geese|fish|sheep|deer|criteria|series)`;
/** Names for several things at once. */
export const NAMES_OF_SEVERAL = anyOf(
  'equipment gear furniture luggage paperwork clothing cutlery damage evidence repertoire stock insignia id',
);
/** How many are wanted. */
export const NUMBER =
  '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|a few|some|several|\\d+)';
