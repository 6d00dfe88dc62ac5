import type { JudgementFailure } from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import { Counter, type Registry } from 'prom-client';

/** Counts who decided, and logs what a language model did not judge: no fallback is silent. */
export class LanguageModelObserver {
  private readonly logger: Logger;
  private readonly claims: Counter<'decided_by'>;
  private readonly failures: Counter<'reason'>;
  private readonly repairs: Counter;

  constructor({ logger, registry }: { readonly logger: Logger; readonly registry: Registry }) {
    this.logger = logger;
    const registers = [registry];
    this.claims = new Counter({
      name: 'arbiter_validation_claims_total',
      help: 'Claims that were checked, by what decided.',
      labelNames: ['decided_by'],
      registers,
    });
    this.failures = new Counter({
      name: 'arbiter_validation_language_model_failures_total',
      help: 'Validations that a language model was to judge and did not, or claims whose support it did not quote, by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.repairs = new Counter({
      name: 'arbiter_validation_language_model_repairs_total',
      help: 'Judgements of a language model that could be read at the second try.',
      registers,
    });
  }

  decided({ features, languageModel }: { readonly features: number; readonly languageModel: number }): void {
    this.claims.inc({ decided_by: 'features' }, features);
    this.claims.inc({ decided_by: 'language_model' }, languageModel);
  }

  failed(model: string, reason: JudgementFailure, why: string): void {
    this.failures.inc({ reason });
    this.logger.warn({ model, reason, why }, 'a language model did not judge an answer; the features decided');
  }

  unproven(claims: number): void {
    this.failures.inc({ reason: 'unproven' }, claims);
  }

  repaired(): void {
    this.repairs.inc();
  }
}
