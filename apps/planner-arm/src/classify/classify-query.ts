import type { Classification } from '@arbiter/contracts';
import { gerundOf } from '@arbiter/english';
import { classifyQuestion } from '@arbiter/question-types';

/**
 * Says which kind a question is of, from its phrases alone.
 *
 * @returns `confidence` is the calibrated probability of the kind, 0–1
 */
export function classifyQuery(query: string): Classification {
  const { type, confidence, reasons } = classifyQuestion(query);
  // Questions of this form are too rare to be learnt: one rule is looked up for each of their conditions.
  if (type === 'simple_lookup' && findCombination(query))
    return { queryType: 'multi_hop', confidence, reasons: ['asks what several conditions allow together'] };
  return {
    queryType: type,
    confidence,
    reasons: reasons.length > 0 ? [...reasons] : ['no sign of any other kind'],
  };
}

/** A question about an action under several conditions, each with rules of its own. */
export interface Combination {
  /** Questions about one rule each, asked before the question as a whole. */
  readonly rules: readonly string[];
}

/** "Can my Space Wolves Terminators |with storm shields |fight |in turn 1?": who, with what, does what, when. */
const CASE =
  /^\W*(?:can|may|could|must)\s+(?:(?:my|our|the|an?)\s+)?(?<subject>[^\s?,;:]+(?:\s+[^\s?,;:]+){0,15}?)\s+with\s+(?<attribute>(?:(?:an?|the)\s+)?(?:[\p{L}-]+\s+){0,2}[\p{L}-]+)\s+(?<action>\p{L}*[^s\s](?:\s+(?:an?|the)\s+[\p{L}-]+)?)\s+(?<moment>(?:in|on|during|after|before|at)\s[^?,;:]+)\?\s*$/iu;
const SOMEBODY = /^(?:i|we|you|one|he|she|it|they|people|someone|somebody|anyone)\b/i;
const SEVERAL_OR_ONE = /(?:[^s]s|^(?:an?|the)\s.+)$/i;

/**
 * The rules that a case of several conditions rests on (design document 000, §1.2: unit, faction and universal rules).
 *
 * @returns null for a question that one rule answers
 */
export function findCombination(query: string): Combination | null {
  const { subject = '', attribute = '', action = '', moment = '' } = CASE.exec(query)?.groups ?? {};
  if (subject === '' || SOMEBODY.test(subject) || !SEVERAL_OR_ONE.test(attribute)) return null;
  return {
    rules: [subject, attribute, `${gerundOf(action)} ${moment.trim()}`].map(
      (topic) => `What are the rules for ${topic}?`,
    ),
  };
}
