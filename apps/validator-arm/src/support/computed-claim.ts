import { askedComputation, computedFrom } from '@arbiter/composition';
import { statementOf, type Claim } from '@arbiter/contracts';
import type { ClaimSupport } from './support-scorer.js';

/** A claim that states what the question wants computed, of the amounts that other claims of the answer state. */
export interface ComputedClaim {
  readonly claim: Claim;
  /** The claims that state the amounts; at least one. */
  readonly operands: readonly Claim[];
}

/**
 * Repeats the calculation. It shows only that the calculation is right; the operands decide the support.
 *
 * @returns null if the question asks for no calculation, or no claim is the result of the other claims' amounts
 */
export function findComputedClaim(query: string, claims: readonly Claim[]): ComputedClaim | null {
  const asked = askedComputation(query);
  if (!asked) return null;
  for (const claim of claims) {
    const others = claims.filter((other) => other !== claim);
    const places = computedFrom(asked, statementOf(claim), others.map(statementOf)) ?? [];
    const operands = others.filter((_, index) => places.includes(index));
    if (operands.length > 0) return { claim, operands };
  }
  return null;
}

/** A computed claim is as well supported as the least supported of its operands, whatever its own words are worth. */
export function withComputedSupport(
  supports: readonly ClaimSupport[],
  computed: ComputedClaim | null,
): readonly ClaimSupport[] {
  if (!computed) return supports;
  const [first, ...others] = supports.filter(({ claim }) => computed.operands.includes(claim));
  if (!first) return supports;
  const operands = [first, ...others];
  const weakest = others.reduce((least, other) => (other.probability < least.probability ? other : least), first);
  return supports.map((support) =>
    support.claim === computed.claim
      ? {
          ...support,
          probability: weakest.probability,
          support: weakest.support,
          method: 'computed',
          reasoning:
            weakest.support === 'fully_supported'
              ? 'It follows from the amounts that the sources state.'
              : 'It follows from amounts that the sources do not state.',
          spans: operands.flatMap(({ spans }) => spans.slice(0, 1)),
          mismatches: [],
          settled: true,
        }
      : support,
  );
}
