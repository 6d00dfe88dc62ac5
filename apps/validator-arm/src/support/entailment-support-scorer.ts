import { withDeadline } from '@arbiter/adapter-kit/resilience';
import type { EntailmentWeights, WeighedEntailmentModel } from '@arbiter/backends';
import { logitOf } from '@arbiter/confidence';
import { ArbiterError, type Claim } from '@arbiter/contracts';
import type { ClaimPart } from '@arbiter/grounding';
import { FallbackObserver, type FallbackObserverOptions } from '@arbiter/platform';
import type { EntailmentPair } from '@arbiter/ports';
import { Counter } from 'prom-client';
import type { ReadSources } from './read-sources.js';
import type { ClaimSupport, SupportScorer, SupportThresholds } from './support-scorer.js';

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

/** Beyond these the log odds of a probability are noise of the last bit. */
const SUREST = 0.999;

/**
 * What the features and an entailment model say of a claim together: both as log odds, each less those at which it is
 * undecided, in a weighted sum (logistic stacking; Wolpert, "Stacked generalization", 1992). The result is on the scale of
 * the features, so that their thresholds, and what a domain has calibrated, hold for it as well.
 *
 * @param support by the features
 * @param entailment probability that the evidence entails the claim, 0–1
 */
export function weighEntailment(
  support: ClaimSupport,
  entailment: number,
  { features, entailment: weight, neutral }: EntailmentWeights,
  { full, partial }: SupportThresholds,
): ClaimSupport {
  const undecided = logitOf(full);
  const logit =
    undecided +
    features * (logitOf(within(support.probability)) - undecided) +
    weight * (logitOf(within(entailment)) - neutral);
  const probability = 1 / (1 + Math.exp(-logit));
  return {
    ...support,
    probability,
    support: tokenOfWeighed(probability, support, { full, partial }),
    reasoning: `${support.reasoning} Read together with them it follows with a probability of ${percent(entailment)}; both weighed, it is supported with ${percent(probability)}.`,
  };
}

function tokenOfWeighed(
  probability: number,
  { support }: ClaimSupport,
  { full, partial }: SupportThresholds,
): ClaimSupport['support'] {
  if (probability >= full) return 'fully_supported';
  // Of a claim of several sentences the features know whether one of them is supported.
  return probability >= partial || support === 'partially_supported' ? 'partially_supported' : 'no_support';
}

function within(probability: number): number {
  return Math.min(SUREST, Math.max(1 - SUREST, probability));
}

function percent(probability: number): string {
  return `${Math.round(100 * probability)} %`;
}

/** Told of what the entailment model was asked, and of what it did not answer. */
export class EntailmentObserver extends FallbackObserver {
  private readonly claims: Counter;

  constructor(surroundings: Pick<FallbackObserverOptions, 'logger' | 'registry'>) {
    super({
      ...surroundings,
      metric: 'arbiter_validation_entailment_failures_total',
      help: 'Validations that the entailment model did not answer, so that the features decided, by code of the error.',
      message: 'the entailment model did not answer; the features decided',
    });
    this.claims = new Counter({
      name: 'arbiter_validation_entailment_claims_total',
      help: 'Claims that the entailment model read together with their evidence.',
      registers: [surroundings.registry],
    });
  }

  asked(claims: number): void {
    this.claims.inc(claims);
  }
}
