import { FallbackObserver, type FallbackObserverOptions } from '@arbiter/platform';

/** Told of answers whose passages the reader did not read. */
export class ReaderObserver extends FallbackObserver {
  constructor(surroundings: Pick<FallbackObserverOptions, 'logger' | 'registry'>) {
    super({
      ...surroundings,
      metric: 'arbiter_synthesis_reader_failures_total',
      help: 'Answers whose passages the reader did not read, so that words chose the sentences, by code of the error.',
      message: 'the reader did not answer; words chose the sentences',
    });
  }
}
