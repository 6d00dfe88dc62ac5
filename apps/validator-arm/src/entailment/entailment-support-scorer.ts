import { withDeadline } from '@arbiter/adapter-kit/resilience';
import type { WeighedEntailmentModel } from '@arbiter/backends';
import { ArbiterError, type Claim } from '@arbiter/contracts';
import type { ClaimPart } from '@arbiter/grounding';
import type { EntailmentPair } from '@arbiter/ports';
import type { ReadSources } from '../support/read-sources.js';
import type { ClaimSupport, SupportScorer } from '../support/support-scorer.js';
import type { SupportThresholds } from '../support/support-thresholds.js';
import type { EntailmentObserver } from './entailment.observer.js';
import { weighEntailment } from './weigh-entailment.js';

/** Sentences that are read with their evidence in one validation: some 16,000 word pieces, two seconds on two cores. */
export const MOST_PAIRS = 64;

export interface EntailmentScoring {
  readonly thresholds: SupportThresholds;
  /** Longest wait for the model, in milliseconds. */
  readonly timeoutMs: number;
  readonly observer: EntailmentObserver;
}

/**
 * Support by features and an entailment model together. The model is asked of claims that neither the wording of a source,
 * nor a computation, nor a mismatch near the wording has settled; those nearest to the threshold first, where they are too
 * many. Where it fails, the features decide, and the reasoning of each such claim says so.
 */
export class EntailmentSupportScorer implements SupportScorer {
  constructor(
    private readonly features: SupportScorer,
    private readonly entailment: WeighedEntailmentModel,
    private readonly scoring: EntailmentScoring,
  ) {}

  async score(claims: readonly Claim[], read: ReadSources, signal: AbortSignal): Promise<readonly ClaimSupport[]> {
    const supports = await this.features.score(claims, read, signal);
    const asked = this.#choose(supports, read);
    const pairs = asked.flatMap((one) => one.pairs);
    if (pairs.length === 0) return supports;
    const outcome = await this.#ask(pairs, signal);
    if (outcome instanceof ArbiterError) {
      this.scoring.observer.failed(this.entailment.model.model, outcome);
      const failed = new Set(asked.map(({ index }) => index));
      return supports.map((support, index) => (failed.has(index) ? decidedByFeatures(support) : support));
    }
    let next = 0;
    const weakest = new Map(
      asked.map((one) => {
        const own = outcome.slice(next, (next += one.pairs.length));
        return [one.index, own.includes(null) ? null : Math.min(...own.map(Number))] as const;
      }),
    );
    this.scoring.observer.asked(asked.length);
    return supports.map((support, index) => {
      const probability = weakest.get(index);
      if (probability === undefined) return support;
      if (probability === null) return decidedByFeatures(support);
      return weighEntailment(support, probability, this.entailment.weights, this.scoring.thresholds);
    });
  }

  /** The claims that the model is asked of, in their order, each sentence beside its evidence. */
  #choose(supports: readonly ClaimSupport[], read: ReadSources): readonly AskedClaim[] {
    const { full } = this.scoring.thresholds;
    const distance = ({ probability }: ClaimSupport): number => Math.abs(probability - full);
    const open = supports
      .map((support, index) => ({ support, index }))
      .filter(({ support }) => support.settled !== true && support.spans.length > 0)
      .sort((a, b) => distance(a.support) - distance(b.support));
    const chosen: AskedClaim[] = [];
    let room = MOST_PAIRS;
    for (const { support, index } of open) {
      const parts = read.partsOf(support.claim.text);
      if (parts.length > room) continue;
      room -= parts.length;
      chosen.push({ index, pairs: parts.map((part) => ({ claim: part.text, evidence: evidenceFor(part, read) })) });
    }
    return chosen.sort((a, b) => a.index - b.index);
  }

  async #ask(
    pairs: readonly EntailmentPair[],
    signal: AbortSignal,
  ): Promise<readonly (number | null)[] | ArbiterError> {
    const { timeoutMs } = this.scoring;
    try {
      return await withDeadline(signal, { timeoutMs, what: 'The entailment model' }, (bounded) =>
        this.entailment.model.score(pairs, { signal: bounded }),
      );
    } catch (error) {
      signal.throwIfAborted();
      return ArbiterError.from(error);
    }
  }
}

interface AskedClaim {
  /** Among the claims. */
  readonly index: number;
  readonly pairs: readonly EntailmentPair[];
}

/** The sentences that libs/grounding chooses for a claim, each source's under its title and headings, as one passage. */
function evidenceFor(part: ClaimPart, { comparison }: ReadSources): string {
  const texts: string[] = [];
  let source = -1;
  for (const sentence of comparison.choose(part).chosen) {
    const { context = '' } = comparison.evidence.sources[sentence.source] ?? {};
    if (sentence.source !== source && context !== '') texts.push(`${context}.`);
    source = sentence.source;
    texts.push(sentence.text.replaceAll(/\s+/g, ' ').trim());
  }
  return texts.join(' ');
}

function decidedByFeatures(support: ClaimSupport): ClaimSupport {
  return { ...support, reasoning: `${support.reasoning} The entailment model gave no verdict: the features decided.` };
}
