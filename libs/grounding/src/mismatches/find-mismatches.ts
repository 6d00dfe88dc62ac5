import type { ComparedTexts } from './compared-texts.js';
import { arithmeticMismatches, computedTotal } from './computed-totals.js';
import { enumerationMismatches } from './enumeration-mismatches.js';
import type { Mismatch } from '../mismatch.js';
import { nameMismatches } from './name-mismatches.js';
import { negationMismatches } from './negation-mismatches.js';
import { dateMismatches, numberMismatches } from './number-mismatches.js';
import { oppositionMismatches } from './opposition-mismatches.js';
import { quantifierMismatches } from './quantifier-mismatches.js';
import { roleMismatches } from './role-mismatches.js';

/** What a claim says otherwise than the sentence nearest to it. Only near its wording does that refute the claim. */
export function findMismatches(texts: ComparedTexts): Mismatch[] {
  const found = allMismatches(texts);
  const kinds = new Set(found.map(({ kind }) => kind));
  // "Not to her liking" is what she dislikes.
  const isDeniedOpposite = kinds.has('negation') && kinds.has('antonym');
  return isDeniedOpposite ? found.filter(({ kind }) => kind !== 'negation' && kind !== 'antonym') : found;
}

function allMismatches(texts: ComparedTexts): Mismatch[] {
  const total = computedTotal(texts);
  // A question has its names in another order, and "no" after it answers it.
  const isAnswer = texts.claim.text.includes('?');
  return [
    // A total that was computed is no missing number.
    ...(total ? arithmeticMismatches(total) : numberMismatches(texts)),
    ...dateMismatches(texts),
    ...nameMismatches(texts),
    ...(isAnswer ? [] : [...roleMismatches(texts), ...negationMismatches(texts)]),
    ...oppositionMismatches(texts),
    ...quantifierMismatches(texts),
    ...enumerationMismatches(texts),
  ];
}
