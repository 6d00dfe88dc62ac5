import { askedKind, questionTerms, terms } from '@arbiter/text';
import type { PlacedClaim } from './answer-reader.js';
import type { EvidenceIndex } from './evidence-index.js';
import { contextOf } from './source-context.js';

export interface SpokenShare {
  /** Share of the question's terms, rare ones counting more, that the answer and the headings it rests on hold, 0–1. */
  readonly coverage: number;
  /** How well the claim that does so best provides the kind of thing that was asked for, 0–1; 1 where no kind was. */
  readonly kind: number;
  /** Words of the question that neither the answer nor any source holds, rarest first. */
  readonly missing: string[];
}

/** How much of what a question is about an answer speaks of. */
export function spokenShare(query: string, claims: readonly PlacedClaim[], evidence: EvidenceIndex): SpokenShare {
  const kind = askedKind(query);
  const asked = new Map(
    questionTerms(query)
      .filter(({ term }) => !kind?.terms.has(term))
      .map(({ term, start, end }) => [term, query.slice(start, end)]),
  );
  const weights = new Map([...asked.keys()].map((term) => [term, Math.log1p(Math.exp(evidence.rarity(term)))]));
  const spoken = new Set(
    claims.flatMap(({ text, source }) => terms(`${text}\n${contextOf(source)}`).map(({ term }) => term)),
  );
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const held = [...weights].reduce((sum, [term, weight]) => sum + (spoken.has(term) ? weight : 0), 0);
  return {
    coverage: total === 0 ? 1 : held / total,
    kind: kind ? Math.max(0, ...claims.map(({ text }) => kind.fit(text))) : 1,
    missing: [...weights]
      .filter(([term]) => !spoken.has(term) && !evidence.holds(term))
      .sort(([, a], [, b]) => b - a)
      .map(([term]) => asked.get(term) ?? term),
  };
}
