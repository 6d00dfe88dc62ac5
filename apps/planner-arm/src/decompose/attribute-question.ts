import { baseOfThird, beFor, isPluralPhrase, positiveOf } from '@arbiter/english';
/** How the sides of a comparison are asked about, each alone, in whole questions. */

const WORD = String.raw`[\p{L}-]+`;
const COMPARED = String.raw`(?:(?:more|less|most|least) ${WORD}|better|best|worse|worst|farther|further|\p{L}+(?:er|est))`;
/** A phrase that holds for each side: "in winter". */
const TAIL = String.raw`(?: (?:in|on|at|for|by|when|if|with|as|from|to|over|under|during)(?:\s+[^\s,:?.!–—]+)+)?`;
const END = String.raw`(?=\s*(?:[,:?.!–—]|$))`;

/** "Which is heavier, A or B?" */
const WHICH_IS = form(
  `(?:which|who|what)(?: one)?(?: is| are| was| were)(?: the)? (?<compared>${COMPARED})(?<tail>${TAIL})${END}`,
);
/** "Which costs more, A or B?", "A or B: which orbits farther out?" */
const WHICH_DOES = form(
  `(?:which|who)(?: one)? (?<verb>(?!is\\b|has\\b|was\\b)\\p{L}+s) (?<compared>more|less|most|least|farther|further|better|best|\\p{L}+er)(?<particle> (?:out|up|down|away|off))?(?<tail>(?: long)?${TAIL})${END}`,
);
/** "Which has more beds, A or B?" */
const WHICH_HAS = form(
  `(?:which|who)(?: one)? (?:has|have|had) (?:the )?(?:more|most|fewer|fewest|less|least) (?<noun>${WORD}(?: ${WORD})?)(?<tail>${TAIL})${END}`,
);
/** "Is A older than B?", "How much longer is A than B?" */
const IS_THAN = form(`(?:is|are|was|were) .{1,200}? (?<compared>${COMPARED}) than `);
const HOW_MUCH_THAN = form(`how much (?<compared>${COMPARED}) (?:is|are|was|were) .{1,200}? than `);
/** "What is the difference between A and B?", "Compare A with B.", "How do A and B differ?" */
const DIFFERENCE = form('differences?\\b|compare[sd]?\\b|differs?\\b|versus\\b|vs\\b|distinguish(?:es)?\\b');
/** "… in price", "… in terms of speed": the attribute that is compared. */
const RESPECT = /\bin (?:terms of )?(?:their )?(?<noun>\p{Ll}+(?: \p{Ll}+)?)\s*[?.!]*$/u;
/** Nouns that "in" places instead: "in winter", "in the north aisle". */
const NO_RESPECT = /^(?:the|an?|winter|summer|spring|autumn|use|practice|general|detail|short)\b/;

/**
 * What a comparison asks of one of its subjects: "Which is heavier, the bell or the lens?" → "How heavy is the bell?".
 *
 * @param shared a phrase that holds for all subjects, with the space before it: " in winter"
 * @returns null where the comparison has none of the known forms
 */
export function attributeQuestion(query: string, subject: string, shared = ''): string | null {
  for (const [pattern, ask] of FORMS) {
    const match = pattern.exec(query);
    if (match) return ask({ ...match.groups }, subject, shared, query);
  }
  return null;
}

type Groups = Readonly<Partial<Record<string, string>>>;
type Ask = (groups: Groups, subject: string, shared: string, query: string) => string | null;

/** "How much does it cost", "How far out does it orbit"; null where nothing is measured. */
const doesOf: Ask = ({ verb = '', compared = '', particle = '', tail = '' }, subject, shared) => {
  const measure = /^(?:more|less|most|least)$/i.test(compared) ? 'much' : qualityOf(compared);
  if (measure === null) return null;
  return `How ${measure}${particle} ${doFor(subject)} ${subject} ${baseOfThird(verb)}${tail}${shared}?`;
};

const hasOf: Ask = ({ noun = '', tail = '' }, subject, shared) =>
  `How ${noun.endsWith('s') ? 'many' : 'much'} ${noun} ${doFor(subject)} ${subject} have${tail}${shared}?`;

const isOf: Ask = ({ compared = '', tail = '' }, subject, shared, query) => {
  const quality = qualityOf(compared);
  if (quality === null) return DIFFERENCE.test(query) ? differenceOf({}, subject, shared, query) : null;
  return `How ${quality} ${beFor(subject, /\b(?:was|were)\b/i.test(query))} ${subject}${tail}${shared}?`;
};

const differenceOf: Ask = (_, subject, shared, query) => {
  const noun = RESPECT.exec(query)?.groups?.noun;
  const isAttribute = noun !== undefined && !NO_RESPECT.test(noun) && !subject.endsWith(noun);
  return isAttribute ? `What is the ${noun} of ${subject}?` : `What ${beFor(subject, false)} ${subject}${shared}?`;
};

/** The first that fits tells what is asked. */
const FORMS: readonly (readonly [pattern: RegExp, ask: Ask])[] = [
  [WHICH_DOES, doesOf],
  [WHICH_HAS, hasOf],
  [WHICH_IS, isOf],
  [HOW_MUCH_THAN, isOf],
  [IS_THAN, isOf],
  [DIFFERENCE, differenceOf],
];

function doFor(subject: string): string {
  return isPluralPhrase(subject) ? 'do' : 'does';
}

function form(source: string): RegExp {
  return new RegExp(String.raw`\b${source}`, 'iu');
}

/** "heaviest" → "heavy", "more expensive" → "expensive"; null for a word that compares nothing. */
function qualityOf(compared: string): string | null {
  const word = compared.toLowerCase();
  return /^(?:more|less|most|least) (.+)$/.exec(word)?.[1] ?? positiveOf(word);
}
