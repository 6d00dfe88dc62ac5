import { ArbiterError, type IngestionJob, type IngestionStage } from '@arbiter/contracts';
import { SpendingCapReached } from './spending-budget.js';

/** A failure of one document, which does not end the job. */
export class DocumentFailure {
  constructor(
    readonly source: string,
    readonly stage: IngestionStage,
    readonly error: ArbiterError,
  ) {}

  /**
   * @param thrown of any kind. Only the class of a foreign error is shown, because its message may contain a path or a key; the
   *   message is logged
   */
  static of(source: string, stage: IngestionStage, thrown: unknown): DocumentFailure {
    if (thrown instanceof ArbiterError) return new DocumentFailure(source, stage, thrown);
    const kind = thrown instanceof Error ? thrown.name : typeof thrown;
    const message = `It failed for an unexpected reason (${kind}); the worker's log says more.`;
    return new DocumentFailure(source, stage, new ArbiterError('INTERNAL', message, { cause: thrown }));
  }
}

/** Whether every document would fail alike, because a store or model is away or the budget is spent. The job then stops. */
export function failsEveryDocument(error: ArbiterError): boolean {
  return error.code === 'UNAVAILABLE' || error instanceof SpendingCapReached;
}

export interface IngestionLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Logs an unforeseen error as a fault of the code, with its cause, and a refused document as a warning. */
export function logFailure(
  { source, stage, error: { code, message, cause } }: DocumentFailure,
  { id: jobId, collection }: Pick<IngestionJob, 'id' | 'collection'>,
  log: IngestionLog,
): void {
  const failed = { jobId, collection, source, stage, code, reason: message };
  if (code === 'INTERNAL') log.error({ ...failed, err: cause }, 'document failed unforeseen');
  else log.warn(failed, 'document failed');
}
