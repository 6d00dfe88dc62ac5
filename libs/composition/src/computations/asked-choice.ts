import { doFor, groupSpan, operandOf } from './ask-operand.js';
import { measureOf } from './asked-difference.js';
import { type AskedComparative, COMPARATIVE_WORDS, comparativeOf, type Computation } from './computation.js';

const BE = 'is|are|was|were';
const WHICH = String.raw`\b(?:which|who|what)(?:\s+(?:one|of\s+the\s+(?:two|both)))?`;
/** Words as few as will do, between commas and colons. */
const SIDE = String.raw`[^\s,:]+(?:\s+[^\s,:]+)*?`;
/** "A or B", with or without what else is asked behind it. */
const SIDES = String.raw`(?:\s*[,:–—-]\s*|\s+)(?<a>${SIDE}),?\s+or\s+(?<b>${SIDE})(?:\s*,\s+and\s[^?]*)?$`;
const SIDES_FIRST = String.raw`^\s*(?<a>${SIDE})\s+(?:or|versus|vs\.?)\s+(?<b>${SIDE})\s*[,:–—]\s*`;
const IS = String.raw`\s+(?<be>${BE})\s+(?:the\s+)?(?<comp>${COMPARATIVE_WORDS})(?:\s+one)?`;
const DOES = String.raw`\s+(?<verb>\p{Ll}+s)\s+(?<comp>more|less|longer|farther|further)`;
const HAS = String.raw`\s+(?:has|have|had)\s+(?:the\s+)?(?<comp>more|less|fewer)\s+(?<noun>\p{Ll}+(?:\s\p{Ll}+)?)`;

const WHICH_IS = [regex(WHICH + IS + SIDES), regex(`${SIDES_FIRST}${WHICH}${IS}$`)];
const WHICH_DOES = [regex(WHICH + DOES + SIDES), regex(`${SIDES_FIRST}${WHICH}${DOES}$`)];
const WHICH_HAS = [regex(WHICH + HAS + SIDES), regex(`${SIDES_FIRST}${WHICH}${HAS}$`)];
/** "Is a shutter or a display dearer?" */
const IS_OR = [
  regex(
    String.raw`^(?<be>${BE})\s+(?!it\s)(?<a>${SIDE})\s+or\s+(?<b>${SIDE})\s+(?:the\s+)?(?<comp>${COMPARATIVE_WORDS})$`,
  ),
];

const NO_SIDE = /^(?:is|are|it)\s|(?:\p{L}ed|\bthat\s.*)$/iu;

type Ask = (operand: string) => string;
type Groups = Readonly<Partial<Record<string, string>>>;

/** Which of two things is more in what can be counted: "Which is dearer, a bed or a bath?"; null where none is asked for. */
export function askedChoice(question: string): Computation | null {
  return (
    choice(question, [...WHICH_IS, ...IS_OR], ({ measure }, { be = 'is' }) => (operand) => {
      return measureOf(measure, operand, be);
    }) ??
    choice(question, WHICH_DOES, ({ measure }, { verb = '' }) => (operand) => {
      return `How ${measure} ${doFor(operand, 'does')} ${operand} ${verb.replace(/s$/, '')}`;
    }) ??
    choice(question, WHICH_HAS, (_, { noun = '' }) => (operand) => {
      return `How ${noun.endsWith('s') ? 'many' : 'much'} ${noun} ${doFor(operand, 'does')} ${operand} have`;
    })
  );
}

function choice(
  question: string,
  forms: readonly RegExp[],
  asking: (comparative: AskedComparative, groups: Groups) => Ask,
): Computation | null {
  for (const form of forms) {
    const match = form.exec(question);
    const comparative = match && comparativeOf(match.groups?.comp ?? '');
    const [a, b] = match ? [groupSpan(match, 'a'), groupSpan(match, 'b')] : [];
    // "Are A or B stored longer?" and "Is it A or B that …?" have another subject.
    if (!match || !comparative || !a || !b || NO_SIDE.test(question.slice(b.start, b.end))) continue;
    const { word, opposite, favoursSmaller } = comparative;
    const ask = asking(comparative, match.groups ?? {});
    const operands = [a, b].map((span) => operandOf(question, span, ask(question.slice(span.start, span.end))));
    return { kind: 'choice', operands, comparative: { word, opposite, favoursSmaller }, unit: null };
  }
  return null;
}

function regex(source: string): RegExp {
  return new RegExp(source, 'diu');
}
