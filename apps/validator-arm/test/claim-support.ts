import type { Claim, Source, SupportToken } from '@arbiter/contracts';
import type { ClaimSupport, EvidenceSpan } from '../src/support/support-scorer.js';

export function sourceOf(id: string, content: string, metadata: Source['metadata'] = {}): Source {
  return { id, document: `doc-${id}`, chunkId: `${id}:0`, content, metadata, score: 0.9 };
}

export function claimOf(text: string): Claim {
  return { text, type: 'fact', confidence: 0.9, start: 0, end: text.length };
}

/** A claim as a scorer judges it. */
export function judged(
  text: string,
  support: SupportToken,
  spans: readonly EvidenceSpan[] = [],
  over: Partial<ClaimSupport> = {},
): ClaimSupport {
  const probability = { fully_supported: 0.95, partially_supported: 0.6, no_support: 0.1 }[support];
  return {
    claim: claimOf(text),
    probability,
    support,
    method: 'semantic_similarity',
    reasoning: `${support} it is.`,
    spans,
    mismatches: [],
    similarity: 0.5,
    ...over,
  };
}
