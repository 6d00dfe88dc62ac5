import { pluralOf, singularOf } from '@arbiter/english';
import { datesIn, type Span } from '@arbiter/text';
import { unitOfWord } from '../quantities/counted-noun.js';
import { isDuration } from '../quantities/unit-families.js';
import { doFor, groupSpan, operandOf, WORDS } from './ask-operand.js';
import { askedChoice } from './asked-choice.js';
import { askedDifference } from './asked-difference.js';
import { askedTotal } from './asked-total.js';
import type { AskedOperand, Computation } from './computation.js';

/** Longer questions are stories; the patterns would take long to find nothing in them. In characters. */
const LONGEST_QUESTION = 400;

const BETWEEN = regex(
  String.raw`\b(?:how\s+many\s+(?<unit>\p{L}+)|how\s+(?:long|much\s+time))\s+(?:(?:have|had)\s+)?(?:(?:passed|pass|went\s+by|elapsed|lie|lay|are\s+there|were\s+there|was\s+it|is\s+it)\s+)?(?<join>between|from)\s+(?<a>${WORDS})\s+(?<to>and|to|until|till)\s+(?<b>${WORDS})$`,
);
const AFTER = regex(
  String.raw`\b(?:how\s+many\s+(?<unit>\p{L}+)|how\s+long)\s+(?:after|before)\s+(?<a>${WORDS})\s+(?<aux>was|were|did|is)\s+(?<b>${WORDS})$`,
);
const PER = regex(
  String.raw`\b(?:how\s+much\s+(?:does|do|did|would)|what\s+(?:does|do|did|would))\s+(?<a>${WORDS})\s+cost\s+(?:me\s+)?(?:per|for\s+each|for\s+every)\s+(?<b>\p{L}+)$`,
);
const PRICE_PER = regex(
  String.raw`\bwhat\s+(?:is|was)\s+the\s+(?:unit\s+)?price\s+(?:of\s+(?<a>${WORDS})\s+per\s+(?<b>\p{L}+)|per\s+(?<b2>\p{L}+)\s+of\s+(?<a2>${WORDS}))$`,
);

/**
 * What a question wants computed: how much more, which is more, how much in all, how many times, how much per, how long
 * between; with the parts of the question that name the amounts and a question for each. How many of something there are,
 * sources state.
 *
 * @returns null where the question wants nothing computed, or not in a form that is sure
 */
export function askedComputation(question: string): Computation | null {
  if (question.length > LONGEST_QUESTION) return null;
  const [asked = ''] = question.split('?', 1);
  // Without its end, so that no pattern has to look for it.
  const first = asked.replace(/(?<![\s.!])[\s.!]+$/, '');
  return askedDifference(first) ?? askedSpan(first) ?? askedTotal(first) ?? askedRate(first) ?? askedChoice(first);
}

function askedSpan(question: string): Computation | null {
  return spanBetween(question) ?? spanAfter(question);
}

function spanBetween(question: string): Computation | null {
  const match = BETWEEN.exec(question);
  const [a, b] = match && isTimeAsked(match) ? [groupSpan(match, 'a'), groupSpan(match, 'b')] : [];
  if (!match || !a || !b) return null;
  // "From Mirren to Pell" is a way; only what is between, or from date to date, is a time.
  const isWay = match.groups?.join?.toLowerCase() === 'from' && !(isDate(question, a) && isDate(question, b));
  return isWay ? null : spanOf(match, [whenOperand(question, a, 'was'), whenOperand(question, b, 'was')]);
}

function spanAfter(question: string): Computation | null {
  const match = AFTER.exec(question);
  const [a, b] = match && isTimeAsked(match) ? [groupSpan(match, 'a'), groupSpan(match, 'b')] : [];
  if (!match || !a || !b) return null;
  const auxiliary = match.groups?.aux?.toLowerCase() ?? 'was';
  return spanOf(match, [whenOperand(question, a, 'was'), whenOperand(question, b, auxiliary)]);
}

function spanOf(match: RegExpExecArray, operands: readonly AskedOperand[]): Computation {
  return { kind: 'span', operands, comparative: null, unit: match.groups?.unit?.toLowerCase() ?? null };
}

function isTimeAsked(match: RegExpExecArray): boolean {
  const unit = match.groups?.unit;
  return unit === undefined || isDuration(unitOfWord(unit));
}

function whenOperand(question: string, span: Span, auxiliary: string): AskedOperand {
  const text = question.slice(span.start, span.end);
  const own = /^(?:when\s)/i.test(text) ? text : `When ${auxiliary} ${text}`;
  return operandOf(question, span, isDate(question, span) ? null : own);
}

function isDate(question: string, { start, end }: Span): boolean {
  const text = question.slice(start, end);
  return /^\d{1,4}$/.test(text) || datesIn(text).some((date) => date.text.length === text.length);
}

/** The price of a whole and how many it holds. Whether a source says the rate itself, `Quantity.per` tells. */
function askedRate(question: string): Computation | null {
  const match = PER.exec(question) ?? PRICE_PER.exec(question);
  if (!match) return null;
  const [a, b] = [groupSpan(match, 'a') ?? groupSpan(match, 'a2'), groupSpan(match, 'b') ?? groupSpan(match, 'b2')];
  if (!a || !b) return null;
  const [whole, unit] = [question.slice(a.start, a.end), question.slice(b.start, b.end).toLowerCase()];
  const operands = [
    operandOf(question, a, `How much ${doFor(whole, 'does')} ${whole} cost`),
    operandOf(question, b, `How many ${pluralOf(unit)} are there in ${whole}`),
  ];
  return { kind: 'rate', operands, comparative: null, unit: singularOf(unit) };
}

function regex(source: string): RegExp {
  return new RegExp(source, 'diu');
}
