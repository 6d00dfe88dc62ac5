import type { Claim, Source } from '@arbiter/contracts';
import { EvidenceIndex } from '../checks/evidence-index.js';
import { verifyClaim } from '../checks/support-check.js';
import type { ClaimSupport, SupportScorer } from './support-scorer.js';

/** By words, numbers, names and negations alone. */
export class LexicalSupportScorer implements SupportScorer {
  score(claims: readonly Claim[], sources: readonly Source[], signal: AbortSignal): Promise<readonly ClaimSupport[]> {
    const evidence = new EvidenceIndex(sources);
    return Promise.resolve().then(() =>
      claims.map((claim) => {
        signal.throwIfAborted();
        return verifyClaim(claim, evidence);
      }),
    );
  }
}
