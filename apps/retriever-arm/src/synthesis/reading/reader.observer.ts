import { FallbackObserver, type FallbackObserverOptions } from '@arbiter/platform';

/** Told of answers whose sentences the answerability model did not read. */
export class AnswerabilityObserver extends FallbackObserver {
  constructor(surroundings: Pick<FallbackObserverOptions, 'logger' | 'registry'>) {
    super({
      ...surroundings,
      metric: 'arbiter_synthesis_answerability_failures_total',
      help: 'Answers whose sentences the answerability model did not read, so that vectors chose them, by code of the error.',
      message: 'the answerability model did not answer; vectors chose the sentences',
    });
  }
}
