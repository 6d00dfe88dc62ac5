import { quantitiesIn } from '../quantities/quantities-in.js';
import type { Amount, Computation } from './computation.js';
import { compute } from './compute.js';

/** A statement with more amounts is a table read aloud; the operands of a computation cannot be identified in it. */
const MOST_AMOUNTS = 12;
const MOST_STATEMENTS = 6;
/** More operands would have to be tried in too many ways. */
const MOST_OPERANDS = 4;

/**
 * Of which statements a sentence was computed: those whose amounts, put in the place of the operands, give the sentence
 * word for word. They hold the operands in the order of the question, one after the other or several at once.
 *
 * @param statements in the order in which they were said
 * @returns an index per operand, null for one that the question itself states; null where nothing gives the sentence
 */
export function computedFrom(
  asked: Computation,
  sentence: string,
  statements: readonly string[],
): readonly (number | null)[] | null {
  const stated = statements.slice(0, MOST_STATEMENTS).map((text) => quantitiesIn(text).slice(0, MOST_AMOUNTS));
  const wanted = plain(sentence);
  const search = (
    amounts: readonly Amount[],
    places: readonly (number | null)[],
  ): readonly (number | null)[] | null => {
    const operand = asked.operands[amounts.length];
    if (!operand) {
      const computed = compute(asked, amounts);
      return computed.ok && plain(computed.sentence) === wanted ? places : null;
    }
    if (operand.question === null) {
      const [given] = quantitiesIn(operand.text);
      return given ? search([...amounts, given], [...places, null]) : null;
    }
    const from = places.findLast((place) => place !== null) ?? 0;
    for (let at = from; at < stated.length; at++) {
      for (const amount of stated[at] ?? []) {
        // One amount is not two operands.
        if (amounts.includes(amount)) continue;
        const found = search([...amounts, amount], [...places, at]);
        if (found) return found;
      }
    }
    return null;
  };
  return asked.operands.length > MOST_OPERANDS ? null : search([], []);
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
