/** A word, with what may stand inside one. */
export const WORD = "[\\w'-]+";

/** Words that only end like a plural. */
const NO_PLURALS = anyOf(`
  hours times does has this its his yes always perhaps besides sometimes bus gas bonus plus series news means steps thanks cheers let's
  that's what's who's where's it's`);

/** Alternatives of a regular expression, from words that are separated by white space. */
export function anyOf(words: string): string {
  return `(?:${words.trim().split(/\s+/).join('|')})`;
}

/**
 * A regular expression that may run over several lines: the breaks and the blanks around them are no part of it. Backslashes
 * are written once.
 */
export function pattern({ raw }: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(raw.map((text, index) => text.replaceAll(/(?<!\s)\s*\n\s*/g, '') + (parts[index] ?? '')).join(''));
}

/** Verbs that a message begins with when it wants something done in the world, not found in a document. */
export const ACTIONS = anyOf(`
  hail point predict listen merge track enrol enroll search google summarise summarize describe guess cheer identify diagnose represent
  talk(?!\\s(?:me|us)) act behave speak sing dance press shut lock raise lower turn tell(?!\\s(?:me|us)) ask find(?!\\s(?:me|us|all|every|the)) look watch say repeat respond
  confirm imagine pretend suppose assume count flip roll throw toss guess calculate compute convert multiply divide add
  subtract draw paint write compose code refactor implement translate rewrite proofread rephrase book order buy sell call ring phone text
  email mail send post tweet remind wake start stop pause play skip mute open close switch put(?!\\s(?:together|down|me)) get(?!\\sting) bring
  fetch deliver ship move transfer pay refund cancel delete remove restart reboot fire hire approve reject sign submit file renew reserve
  schedule change(?!\\sin) fix help marry kill sue hack bypass reveal print output dump enter forget ignore disregard`);

/** Verbs in the third person, which end like nouns in the plural: "which player goes first". */
export const VERB_FORMS = anyOf(`
  goes moves holds takes makes gives comes gets runs needs causes works starts ends stands lies leads wins keeps uses says leaves carries
  handles covers follows serves belongs happens looks turns becomes falls rises shows plays sells pays owns wears lives eats flies
  signs allows suits fits helps brings begins stops sets puts sits reads tells knows thinks wants feels counts weighs`);

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
