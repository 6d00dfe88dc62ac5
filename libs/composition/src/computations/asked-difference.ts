import { beFor } from '@arbiter/english';
import type { Span } from '@arbiter/text';
import { doFor, groupSpan, isPast, operandOf, WORDS } from './ask-operand.js';
import { type AskedComparative, COMPARATIVE_WORDS, comparativeOf, type Computation } from './computation.js';

const BE = 'is|are|was|were';
/** As {@link WORDS}, before a colon. */
const NO_COLON = String.raw`[^\s:]+(?:\s+[^\s:]+)*?`;
const DO = 'do|does|did|will|would|can|could|must';
const VERBS =
  'cost|have|hold|weigh|earn|get|make|sell|charge|pay|need|take|last|sleep|live|contain|measure|receive|own|give|offer|produce|employ|treat|store|carry|use|consume|reach|run|draw|spend|owe|ask';
const PREPOSITIONS = 'in|at|on|for|from|to|of|with|under|by|during|aboard';
const PREPOSITION = new RegExp(`^(?:${PREPOSITIONS}|above|below|over|without|before|after|as)\\s`, 'i');
/** Ends the second operand: "… than the causeway if I walk to the Salt Town". */
const TAIL = String.raw`(?<tail>\s+(?:if|when|per|for one|a|each)\s+${WORDS})?$`;
const AMOUNT = String.raw`\b(?:(?<times>how\s+many\s+times(?:\s+as)?)|how\s+(?:much|far)|by\s+how\s+much|how\s+many\s+(?<unit>\p{L}+)|how\s+many)`;
const ATTRIBUTES =
  'price|cost|fee|fare|toll|rent|wage|salary|duty|age|height|length|width|depth|weight|size|distance|range|speed|time|duration|number|population|capacity|dose|rate|level|temperature|score|value|points|power|bandwidth|throughput|income|tax|term|penalty|fine|deadline';

const IS_THAN = regex(
  String.raw`${AMOUNT}\s+(?<comp>${COMPARATIVE_WORDS})\s+(?<be>${BE})\s+(?<a>${WORDS})\s+than\s+(?:(?:${BE})\s+)?(?<b>${WORDS})${TAIL}`,
);
const BY_IS_THAN = regex(
  String.raw`\bby\s+how\s+(?:much|many\s+(?<unit>\p{L}+))\s+(?<be>${BE})\s+(?<a>${WORDS})\s+(?<comp>${COMPARATIVE_WORDS})\s+than\s+(?<b>${WORDS})${TAIL}`,
);
const IS_AS = regex(
  String.raw`\bhow\s+many\s+times\s+as\s+(?<comp>\p{L}+)\s+(?<be>${BE})\s+(?<a>${WORDS})\s+as\s+(?:(?:${BE})\s+)?(?<b>${WORDS})${TAIL}`,
);
const SAME_PREPOSITION = regex(
  String.raw`${AMOUNT}\s+(?<comp>more|less|fewer|longer|farther|further)\b(?<rest>\S*(?:\s+\S+)*?)\s+(?<prep>${PREPOSITIONS})\s+(?<a>${WORDS})\s+than\s+\k<prep>\s+(?<b>${WORDS})${TAIL}`,
);
const DOES_THAN = regex(
  String.raw`${AMOUNT}\s+(?<comp>more|less|fewer|longer|farther|further)(?<noun>\s+${WORDS})??\s+(?<do>${DO})\s+(?<a>${WORDS})\s+(?<verb>${VERBS})(?<rest>\s+${WORDS})?\s+than\s+(?<b>${WORDS})(?:\s+(?:${DO}|costs?|has))?${TAIL}`,
);
const DOES_AS = regex(
  String.raw`\bhow\s+many\s+times\s+as\s+(?<comp>much|many|long|far)(?<noun>\s+${WORDS})??\s+(?<do>${DO})\s+(?<a>${WORDS})\s+(?<verb>${VERBS})\s+as\s+(?<b>${WORDS})(?:\s+(?:${DO}))?${TAIL}`,
);
const EXCEEDS = regex(
  String.raw`\bby\s+how\s+(?:much|many\s+(?<unit>\p{L}+))\s+(?:does|do|did)\s+(?<a>${WORDS})\s+(?:exceed|surpass|top|outstrip)\s+(?<b>${WORDS})${TAIL}`,
);
const DIFFERENCE = regex(
  String.raw`\bdifference\s+in\s+(?<attr>(?:\p{L}+\s+)?(?:${ATTRIBUTES})(?:\s+per\s+\p{L}+)?)\s+between\s+(?<a>${WORDS})\s+and\s+(?<b>${WORDS})${TAIL}`,
);
const DIFFERENCE_AFTER = regex(
  String.raw`\bdifference\s+between\s+(?<a>${WORDS})\s+and\s+(?<b>${WORDS})\s+in\s+(?<attr>(?:${ATTRIBUTES})(?:\s+per\s+\p{L}+)?)$`,
);
const DIFFERENCE_OF = regex(
  String.raw`(?:\b(?<attr>${ATTRIBUTES})\s+difference\s+between|\bdifference\s+between\s+the\s+(?<attrs>${ATTRIBUTES})s?\s+(?:of|for|at|in))\s+(?<a>${WORDS})\s+and\s+(?<b>${WORDS})${TAIL}`,
);
const AGAINST = regex(
  String.raw`^\s*(?<a>${NO_COLON})\s+(?:against|versus|vs\.?|or|and)\s+(?<b>[^\s,:]+(?:\s+[^\s,:]+)*?)\s*[:,].*\bdifference\s+in\s+(?<attr>(?:${ATTRIBUTES})(?:\s+per\s+\p{L}+)?)$`,
);
const SAVES = regex(
  String.raw`\bhow\s+much\s+(?:do|does|would|will|can|could)\s+(?:I|we|you|one)\s+save\s+(?:by\s+(?:taking|choosing|buying|using|booking)|with|on|by|if\s+I\s+take)\s+(?<a>${WORDS})\s+(?:instead\s+of|over|rather\s+than|compared\s+(?:with|to)|against)\s+(?<b>${WORDS})${TAIL}`,
);

/** "What she pays". */
const PAID = regex(String.raw`^what\s+(?<who>${WORDS})\s+(?<verb>\p{L}+?)(?<ending>e?s)$`);

const MORE = comparativeOf('more');
const CHEAPER = comparativeOf('cheaper');

/** The difference or the ratio of two amounts that a question asks for; null where it asks for none. */
export function askedDifference(question: string): Computation | null {
  return (
    matched(question, IS_AS, isAs) ??
    matched(question, DOES_AS, doesThan) ??
    matched(question, IS_THAN, isThan) ??
    matched(question, BY_IS_THAN, isThan) ??
    matched(question, SAME_PREPOSITION, samePreposition) ??
    matched(question, DOES_THAN, doesThan) ??
    matched(question, EXCEEDS, exceeds) ??
    matched(question, DIFFERENCE, ofAttribute) ??
    matched(question, DIFFERENCE_AFTER, ofAttribute) ??
    matched(question, DIFFERENCE_OF, ofAttribute) ??
    matched(question, AGAINST, ofAttribute) ??
    matched(question, SAVES, saves)
  );
}

/** A match with the stretches of its two operands. */
interface Found {
  readonly asked: string;
  readonly groups: Readonly<Partial<Record<string, string>>>;
  readonly a: Span;
  readonly b: Span;
  /** The second operand, with the noun that it leaves to the first ("grey salt … white"). */
  readonly second: string;
  readonly first: string;
  readonly tail: string;
}

type Reading = (found: Found) => Computation | null;

function matched(asked: string, pattern: RegExp, reading: Reading): Computation | null {
  const match = pattern.exec(asked);
  const [a, b] = match ? [groupSpan(match, 'a'), groupSpan(match, 'b')] : [];
  if (!match || !a || !b) return null;
  const first = asked.slice(a.start, a.end);
  const second = completed(first, asked.slice(b.start, b.end));
  const { groups = {} } = match;
  return second === null ? null : reading({ asked, groups, a, b, first, second, tail: groups.tail ?? '' });
}

function isThan(found: Found): Computation | null {
  const comparative = comparativeOf(found.groups.comp ?? '');
  if (!comparative) return null;
  const be = found.groups.be ?? 'is';
  return comparison(found, comparative, (operand) => measureOf(comparative.measure, operand, be));
}

/** "How many times as long is A as B?" */
function isAs(found: Found): Computation | null {
  const measure = found.groups.comp?.toLowerCase() ?? '';
  if (!MORE) return null;
  const be = found.groups.be ?? 'is';
  return { ...comparison(found, MORE, (operand) => measureOf(measure, operand, be)), kind: 'ratio' };
}

/** The question about one operand: "How long is the hill road"; for a price "How much does a bed cost". */
export function measureOf(measure: string, operand: string, be: string): string {
  if (measure !== 'cost') return `How ${measure} ${beFor(operand, isPast(be))} ${operand}`;
  const past = isPast(be) ? 'did' : 'is';
  const deed = /^it\s+(?<deed>to\s.+)/i.exec(operand)?.groups?.deed ?? (/^to\s/i.test(operand) ? operand : null);
  if (deed !== null) return `How much ${past === 'did' ? 'did' : 'does'} it cost ${deed}`;
  return `How much ${doFor(operand, past)} ${operand} cost`;
}

function doesThan(found: Found): Computation | null {
  const word = found.groups.comp ?? '';
  const comparative = comparativeOf(word) ?? MORE;
  if (!comparative) return null;
  const { noun = '', do: auxiliary = 'does', verb = '', rest = '' } = found.groups;
  const measure = comparativeOf(word)?.measure ?? word.toLowerCase();
  const how = `How ${isMany(found) ? 'many' : measure}${noun}`;
  return comparison(
    found,
    comparative,
    (operand) => `${how} ${doFor(operand, auxiliary)} ${operand} ${verb}${rest}`,
    comparativeOf(word) === null ? 'ratio' : undefined,
  );
}

/** "How many more people live in A than in B?" */
function samePreposition(found: Found): Computation | null {
  const comparative = comparativeOf(found.groups.comp ?? '');
  if (!comparative) return null;
  const { rest = '', prep = '' } = found.groups;
  const how = isMany(found) ? 'How many' : `How ${comparative.measure}`;
  return comparison(found, comparative, (operand) => `${how}${rest} ${prep} ${operand}`);
}

/** Whether things are counted ("how many more beds"). A noun before "more" is the unit ("how many years longer"). */
function isMany({ asked, groups }: Found): boolean {
  return groups.unit === undefined && /\bhow\s+many\s+(?:times\s+as\s+many|more|fewer)\b/i.test(asked);
}

function exceeds(found: Found): Computation | null {
  return MORE && comparison(found, MORE, howMuchIs);
}

/** "What she pays" is asked as "How much does she pay?". */
function howMuchIs(operand: string): string {
  const paid = PAID.exec(operand)?.groups;
  if (paid) return `How much does ${paid.who ?? ''} ${paid.verb ?? ''}`;
  return `How much ${beFor(operand, false)} ${operand}`;
}

function ofAttribute(found: Found): Computation | null {
  const attribute = found.groups.attr ?? found.groups.attrs ?? '';
  const ask = (operand: string): string => `What is the ${attribute} of ${operand}`;
  return MORE && comparison(found, MORE, ask);
}

function saves(found: Found): Computation | null {
  return CHEAPER && comparison(found, CHEAPER, (operand) => measureOf('cost', operand, 'is'));
}

function comparison(
  found: Found,
  { word, opposite, favoursSmaller }: AskedComparative,
  ask: (operand: string) => string,
  kind: Computation['kind'] = found.groups.times === undefined ? 'difference' : 'ratio',
): Computation {
  const { asked, a, b, first, second, tail } = found;
  const operands = [operandOf(asked, a, ask(first) + tail), operandOf(asked, b, ask(second) + tail)];
  const unit = found.groups.unit?.toLowerCase() ?? null;
  return { kind, operands, comparative: { word, opposite, favoursSmaller }, unit: unit === 'times' ? null : unit };
}

/**
 * "Grey salt … white" compares grey salt with white salt, "bedtime for the old … for the young" bedtimes. Null where the
 * second begins with a preposition that the first does not have.
 */
function completed(first: string, second: string): string | null {
  const preposition = PREPOSITION.exec(second)?.[0].toLowerCase();
  if (preposition !== undefined) {
    const at = first.toLowerCase().lastIndexOf(` ${preposition}`);
    return at < 0 ? null : `${first.slice(0, at)} ${second}`;
  }
  const noun = /^(?:\p{L}+)\s(?<noun>\p{Ll}+)$/u.exec(first)?.groups?.noun;
  const isAdjective = /^\p{Ll}+$/u.test(second) && noun !== undefined && !/^(?:a|an|the)\s/i.test(first);
  return isAdjective && noun !== second ? `${second} ${noun}` : second;
}

function regex(source: string): RegExp {
  return new RegExp(source, 'diu');
}
