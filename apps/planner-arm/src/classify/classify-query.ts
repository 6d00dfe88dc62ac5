import type { Classification } from '@arbiter/contracts';
import { classifyQuestion } from '@arbiter/question-types';
import { findCombination } from './find-combination.js';

/**
 * Says which kind a question is of, from its turns of phrase alone.
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
