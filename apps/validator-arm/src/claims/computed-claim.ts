import { askedComputation, computedFrom } from '@arbiter/composition';
import { statementOf, type Claim } from '@arbiter/contracts';

/** A claim that states what the question wants computed, of the amounts that other claims of the answer state. */
export interface ComputedClaim {
  readonly claim: Claim;
  /** The claims that state the amounts; at least one. */
  readonly operands: readonly Claim[];
  /** What is asked of each operand, in the order of the question. */
  readonly questions: readonly string[];
}

/**
 * Does the sum again. It says only that the sum is right: what it is worth, the operands decide.
 *
 * @returns null where the question wants nothing computed, or no claim is what comes of the amounts of the others
 */
export function findComputedClaim(query: string, claims: readonly Claim[]): ComputedClaim | null {
  const asked = askedComputation(query);
  if (!asked) return null;
  for (const claim of claims) {
    const others = claims.filter((other) => other !== claim);
    const places = computedFrom(asked, statementOf(claim), others.map(statementOf)) ?? [];
    const operands = others.filter((_, index) => places.includes(index));
    if (operands.length > 0) {
      return { claim, operands, questions: asked.operands.flatMap(({ question }) => question ?? []) };
    }
  }
  return null;
}
