import type { ArbiterError } from '@arbiter/contracts';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../logging/create-logger.js';

export interface FallbackObserverOptions {
  readonly logger: Logger;
  readonly registry: Registry;
  /** Name of the counter, which has the code of the error for its label. */
  readonly metric: string;
  readonly help: string;
  /** What the log says: what failed, and what was done instead. */
  readonly message: string;
}

/** Counts and logs what a model did not do that can be done without: no fallback is silent. */
export class FallbackObserver {
  private readonly logger: Logger;
  private readonly message: string;
  private readonly failures: Counter<'code'>;

  constructor({ logger, registry, metric, help, message }: FallbackObserverOptions) {
    this.logger = logger;
    this.message = message;
    this.failures = new Counter({ name: metric, help, labelNames: ['code'], registers: [registry] });
  }

  failed(model: string, { code, message }: ArbiterError): void {
    this.failures.inc({ code });
    this.logger.warn({ model, code, why: message }, this.message);
  }
}
