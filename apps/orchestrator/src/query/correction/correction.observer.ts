import type { RetryInstruction } from '@arbiter/contracts';
import { Counter, Histogram, type Registry } from 'prom-client';

/** `better`: surer than any attempt before, and not sure enough. */
export type CorrectionOutcome = 'accepted' | 'better' | 'no-better';

/** Counts corrections and what they brought; the sum of the histogram over its count is the mean gain. */
export class CorrectionObserver {
  private readonly corrections: Counter<'instruction' | 'outcome'>;
  private readonly gains: Histogram;

  constructor(registry: Registry) {
    this.corrections = new Counter({
      name: 'arbiter_corrections_total',
      help: 'Attempts after the first, by what was to change and what came of it.',
      labelNames: ['instruction', 'outcome'],
      registers: [registry],
    });
    this.gains = new Histogram({
      name: 'arbiter_correction_confidence_gain',
      help: 'Confidence of the kept attempt above the first, of answers that were corrected.',
      buckets: [0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1],
      registers: [registry],
    });
  }

  corrected(instruction: RetryInstruction, outcome: CorrectionOutcome): void {
    this.corrections.inc({ instruction, outcome });
  }

  gained(gain: number): void {
    this.gains.observe(gain);
  }
}
