import {
  applyPlatt,
  crossValidateSupport,
  fitSupport,
  IDENTITY_SCALING,
  logitOf,
  measureSupport,
  type Outcome,
} from '@arbiter/confidence';
import {
  ArbiterError,
  type CalibrateRequest,
  type CalibrateResponse,
  type LabelledClaim,
  type SupportCalibration,
  type SupportToken,
} from '@arbiter/contracts';
import { timestampOf, type CalibrationStore, type Clock } from '@arbiter/ports';
import { extractClaims } from '../claims/extract-claims.js';
import type { ClaimSupport, SupportThresholds } from '../support/support-scorer.js';
import type { AnswerChecker } from './answer-checker.js';

export interface CalibrationPorts {
  readonly store: CalibrationStore;
  /** Uses features alone: their result is calibrated. */
  readonly checker: Pick<AnswerChecker, 'verify'>;
  readonly clock: Clock;
}

/** Fewer labels than this of one kind say nothing about it. */
const MIN_OF_EACH = 5;

/** Fits how sure the features must be of a claim to what people say of claims of one domain. */
export class CalibrationService {
  constructor(
    private readonly ports: CalibrationPorts,
    private readonly shipped: SupportThresholds,
  ) {}

  /** @returns the calibration in use; null if there is none or no domain is named */
  async of(domain: string | undefined, signal: AbortSignal): Promise<SupportCalibration | null> {
    return domain === undefined ? null : this.ports.store.get(domain, signal);
  }

  /**
   * @throws ArbiterError INVALID_REQUEST when nearly all labels are the same, FORBIDDEN when nothing may be kept here,
   *   UNAVAILABLE when the embedder is, and the signal's reason
   */
  async calibrate({ domain, pairs, apply }: CalibrateRequest, signal: AbortSignal): Promise<CalibrateResponse> {
    const outcomes: Outcome[] = [];
    for (const pair of pairs) {
      const probability = await this.probabilityOf(pair, signal);
      if (probability !== null) outcomes.push({ probability, actual: pair.supported });
    }
    const supported = outcomes.filter(({ actual }) => actual).length;
    if (Math.min(supported, outcomes.length - supported) < MIN_OF_EACH) {
      throw new ArbiterError(
        'INVALID_REQUEST',
        `Of ${outcomes.length} labelled claims that can be checked, ${supported} are supported: at least ${MIN_OF_EACH} of each kind are needed.`,
        { details: { supported, pairs: outcomes.length } },
      );
    }
    const { store, clock } = this.ports;
    const inUse = await store.get(domain, signal);
    const fitted = fitSupport(outcomes, this.shipped.full);
    const calibration = { domain, ...fitted, pairs: outcomes.length, fittedAt: timestampOf(clock) };
    if (apply) await store.put(calibration, signal);
    return {
      calibration,
      applied: apply,
      pairs: outcomes.length,
      supported,
      before: measureSupport(outcomes, inUse ?? { ...IDENTITY_SCALING, threshold: this.shipped.full }),
      after: crossValidateSupport(outcomes, this.shipped.full),
    };
  }

  /** Of the least supported statement of a claim; null where there is nothing to verify. */
  private async probabilityOf({ claim, evidence }: LabelledClaim, signal: AbortSignal): Promise<number | null> {
    signal.throwIfAborted();
    const claims = extractClaims(claim).filter(({ type }) => type !== 'opinion');
    if (claims.length === 0) return null;
    const content = evidence.toWellFormed();
    const source = { id: 'evidence', document: 'evidence', chunkId: 'evidence', content, metadata: {}, score: 1 };
    const { supports } = await this.ports.checker.verify(claims, evidence.trim() === '' ? [] : [source], signal);
    return Math.min(...supports.map(({ probability }) => probability));
  }
}

const RANKS: readonly SupportToken[] = ['no_support', 'partially_supported', 'fully_supported'];

/**
 * A verdict of the features by the calibration of a domain: its probability is scaled and both thresholds are moved by as
 * much (on the scale of log odds) as that of full support. What a rule has settled needs none: it stands word for word, was
 * computed, or is refuted however low the thresholds are. A verdict that the scorer has lowered below its probability stays
 * lowered.
 */
export function applyCalibration(
  support: ClaimSupport,
  calibration: SupportCalibration,
  shipped: SupportThresholds,
): ClaimSupport {
  if (support.settled === true || support.method !== 'semantic_similarity') return support;
  const full = (logitOf(calibration.threshold) - calibration.offset) / calibration.slope;
  const moved = full - logitOf(shipped.full);
  const logit = logitOf(support.probability);
  const calibrated = tokenOf(logit, { full, partial: logitOf(shipped.partial) + moved });
  const byProbability = tokenOf(logit, { full: logitOf(shipped.full), partial: logitOf(shipped.partial) });
  const isLowered = RANKS.indexOf(support.support) < RANKS.indexOf(byProbability);
  return {
    ...support,
    probability: applyPlatt(calibration, support.probability),
    support: isLowered ? lower(support.support, calibrated) : calibrated,
  };
}

function tokenOf(logit: number, { full, partial }: SupportThresholds): SupportToken {
  // A probability at a threshold counts as above it, whatever the rounding of its logit.
  const slack = 1e-9;
  if (logit >= full - slack) return 'fully_supported';
  return logit >= partial - slack ? 'partially_supported' : 'no_support';
}

function lower(a: SupportToken, b: SupportToken): SupportToken {
  return RANKS.indexOf(a) < RANKS.indexOf(b) ? a : b;
}
