import { applyPlatt, logitOf } from '@arbiter/confidence';
import type { SupportCalibration, SupportToken } from '@arbiter/contracts';
import type { ClaimSupport } from '../support/support-scorer.js';
import type { SupportThresholds } from '../support/support-thresholds.js';

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
