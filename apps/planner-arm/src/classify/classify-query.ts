import type { Classification } from '@arbiter/contracts';
import { classifyQuestion } from '@arbiter/question-types';

/**
 * Says which kind a question is of, from its turns of phrase alone.
 *
 * @returns `confidence` is the calibrated probability of the kind, 0–1
 */
export function classifyQuery(query: string): Classification {
  const { type, confidence, reasons } = classifyQuestion(query);
  return {
    queryType: type,
    confidence,
    reasons: reasons.length > 0 ? [...reasons] : ['no sign of any other kind'],
  };
}
