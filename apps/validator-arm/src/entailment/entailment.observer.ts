import { FallbackObserver, type FallbackObserverOptions } from '@arbiter/platform';
import { Counter } from 'prom-client';

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
