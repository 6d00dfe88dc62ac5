import { definedSubject } from '@arbiter/composition';
import { candidateSentences } from '../candidate-sentences.js';
import type { ChosenSentence, Composition } from '../compose-answer.js';
import type { JudgedSentence } from '../reading/judge-sentences.js';
import { asChosen, LEAST_PROBABILITY, rankedAnswers, saysNothingNew } from './choose-answers.js';
import { definingAnswer } from './defining-answer.js';
import { sharedAttributes } from './shared-attributes.js';
import type { ReadQuestion } from './writers.js';

/** Probability from which a sentence elsewhere says what a side is, 0–1. */
const LEAST_TO_DEFINE = 0.1;
const MOST_ATTRIBUTES = 3;

/**
 * "Compare A and B.", without a word of what in: what each is, and what the sources say of both, a paragraph for each with
 * the attributes in one order.
 *
 * @returns null where the parts do not ask what each of two things is, or the sources do not say it
 */
export function writeGeneralComparison({ passages, parts, maxSentences }: ReadQuestion): Composition | null {
  const [first, second] = parts.map(({ question }) => definedSubject(question));
  const [left = [], right = []] = parts.map(({ judged }) => judged);
  if (parts.length !== 2 || !first || !second) return null;
  const [a, b] = [definitionOf(first, left), definitionOf(second, right)];
  if (!a || !b || saysNothingNew(a.candidate, b.candidate)) return null;
  const beside = candidateSentences(passages).filter(
    (candidate) => !saysNothingNew(candidate, a.candidate) && !saysNothingNew(candidate, b.candidate),
  );
  const most = Math.max(0, Math.min(MOST_ATTRIBUTES, Math.floor(maxSentences / 2) - 1));
  const attributes = sharedAttributes(beside, [first, second]).slice(0, most);
  const sideOf = (definition: JudgedSentence, side: 0 | 1): ChosenSentence[] => [
    asChosen(definition),
    ...attributes.map((pair) => ({ candidate: pair[side], span: null })),
  ];
  const chosen = [...sideOf(a, 0), ...sideOf(b, 1)].slice(0, maxSentences);
  return { chosen, layout: 'paragraphs', hasShortAnswer: false };
}

function definitionOf(subject: string, judged: readonly JudgedSentence[]): JudgedSentence | undefined {
  return definingAnswer(subject, judged, LEAST_PROBABILITY) ?? rankedAnswers(judged, LEAST_TO_DEFINE)[0];
}
