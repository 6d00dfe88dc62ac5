import type { Logger } from '@arbiter/platform';
import { Counter, type Registry } from 'prom-client';
import type { GenerationFailure } from './generative-synthesizer.js';

/** Counts and logs what a language model did not write: no fallback is silent. */
export class SynthesisObserver {
  private readonly logger: Logger;
  private readonly failures: Counter<'reason'>;

  constructor({ logger, registry }: { readonly logger: Logger; readonly registry: Registry }) {
    this.logger = logger;
    this.failures = new Counter({
      name: 'arbiter_synthesis_failures_total',
      help: 'Syntheses that a language model did not write, or not to their end, by reason.',
      labelNames: ['reason'],
      registers: [registry],
    });
  }

  failed({ model, degraded, error }: GenerationFailure): void {
    this.failures.inc({ reason: degraded });
    this.logger.warn({ model, degraded, code: error.code, err: error }, 'a synthesis was not generated whole');
  }
}
