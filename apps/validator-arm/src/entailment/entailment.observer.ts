import type { ArbiterError } from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import { Counter, type Registry } from 'prom-client';

/** Counts what the entailment model was asked, and logs what it did not answer: no fallback is silent. */
export class EntailmentObserver {
  private readonly logger: Logger;
  private readonly claims: Counter;
  private readonly failures: Counter<'code'>;

  constructor({ logger, registry }: { readonly logger: Logger; readonly registry: Registry }) {
    this.logger = logger;
    const registers = [registry];
    this.claims = new Counter({
      name: 'arbiter_validation_entailment_claims_total',
      help: 'Claims that the entailment model read together with their evidence.',
      registers,
    });
    this.failures = new Counter({
      name: 'arbiter_validation_entailment_failures_total',
      help: 'Validations that the entailment model did not answer, so that the features decided, by code of the error.',
      labelNames: ['code'],
      registers,
    });
  }

  asked(claims: number): void {
    this.claims.inc(claims);
  }

  failed(model: string, { code, message }: ArbiterError): void {
    this.failures.inc({ code });
    this.logger.warn({ model, code, why: message }, 'the entailment model did not answer; the features decided');
  }
}
