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
  `(?:which|who)(?: one)? (?<verb>(?!is\\b|has\\b|was\\b)\\p{L}+s) (?<compared>more|less|most|least|farther|further|better|best|\\p{L}+er)(?<tail>(?: (?:out|up|down|away|off|long))?${TAIL})${END}`,
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
  const does = WHICH_DOES.exec(query)?.groups;
  if (does) {
    const { verb = '', compared = '', tail = '' } = does;
    const measure = /^(?:more|less|most|least)$/i.test(compared) ? 'much' : qualityOf(compared);
    const [particle = '', rest = ''] = /^( (?:out|up|down|away|off))?(.*)$/u.exec(tail)?.slice(1) ?? [];
    return measure === null
      ? null
      : `How ${measure}${particle} ${isPluralPhrase(subject) ? 'do' : 'does'} ${subject} ${baseOfThird(verb)}${rest}${shared}?`;
  }
  const has = WHICH_HAS.exec(query)?.groups;
  if (has) {
    const { noun = '', tail = '' } = has;
    const measure = noun.endsWith('s') ? 'many' : 'much';
    return `How ${measure} ${noun} ${isPluralPhrase(subject) ? 'do' : 'does'} ${subject} have${tail}${shared}?`;
  }
  const is = (WHICH_IS.exec(query) ?? HOW_MUCH_THAN.exec(query) ?? IS_THAN.exec(query))?.groups;
  const quality = is ? qualityOf(is.compared ?? '') : null;
  if (quality !== null)
    return `How ${quality} ${beFor(subject, /\b(?:was|were)\b/i.test(query))} ${subject}${is?.tail ?? ''}${shared}?`;
  if (!DIFFERENCE.test(query)) return null;
  const noun = RESPECT.exec(query)?.groups?.noun;
  const isAttribute = noun !== undefined && !NO_RESPECT.test(noun) && !subject.endsWith(noun);
  if (isAttribute) return `What is the ${noun} of ${subject}?`;
  return `What ${beFor(subject, false)} ${subject}${shared}?`;
}

function form(source: string): RegExp {
  return new RegExp(String.raw`\b${source}`, 'iu');
}

/** "heaviest" → "heavy", "more expensive" → "expensive"; null for a word that compares nothing. */
function qualityOf(compared: string): string | null {
  const word = compared.toLowerCase();
  return /^(?:more|less|most|least) (.+)$/.exec(word)?.[1] ?? positiveOf(word);
}
