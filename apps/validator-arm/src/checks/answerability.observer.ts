import { FallbackObserver, type FallbackObserverOptions } from '@arbiter/platform';

/** Told of answers that the answerability model did not read. */
export class AnswerabilityObserver extends FallbackObserver {
  constructor(surroundings: Pick<FallbackObserverOptions, 'logger' | 'registry'>) {
    super({
      ...surroundings,
      metric: 'arbiter_validation_answerability_failures_total',
      help: 'Answers that the answerability model did not read, so that the features decided, by code of the error.',
      message: 'the answerability model did not answer; the features decided',
    });
  }
}
