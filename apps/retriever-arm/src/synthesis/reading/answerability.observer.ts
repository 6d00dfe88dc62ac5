import type { ArbiterError } from '@arbiter/contracts';
import type { Logger } from '@arbiter/platform';
import { Counter, type Registry } from 'prom-client';

/** Counts and logs what the answerability model did not read: no fallback is silent. */
export class AnswerabilityObserver {
  private readonly logger: Logger;
  private readonly failures: Counter<'code'>;

  constructor({ logger, registry }: { readonly logger: Logger; readonly registry: Registry }) {
    this.logger = logger;
    this.failures = new Counter({
      name: 'arbiter_synthesis_answerability_failures_total',
      help: 'Answers whose sentences the answerability model did not read, so that vectors chose them, by code of the error.',
      labelNames: ['code'],
      registers: [registry],
    });
  }

  failed(model: string, { code, message }: ArbiterError): void {
    this.failures.inc({ code });
    this.logger.warn(
      { model, code, why: message },
      'the answerability model did not answer; vectors chose the sentences',
    );
  }
}
