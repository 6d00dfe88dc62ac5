import type { ComputedClaim } from '../claims/computed-claim.js';
import type { ClaimSupport } from './support-scorer.js';

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
