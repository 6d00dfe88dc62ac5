import { FallbackObserver, type FallbackObserverOptions } from '@arbiter/platform';

/** Told of answers that the reader did not read. */
export class ReaderObserver extends FallbackObserver {
  constructor(surroundings: Pick<FallbackObserverOptions, 'logger' | 'registry'>) {
    super({
      ...surroundings,
      metric: 'arbiter_validation_reader_failures_total',
      help: 'Answers that the reader did not read, so that words alone judged them, by code of the error.',
      message: 'the reader did not answer; words alone judged the answer',
    });
  }
}
