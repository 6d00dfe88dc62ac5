import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, type Passage } from '@arbiter/contracts';
import { FallbackObserver, type FallbackObserverOptions } from '@arbiter/platform';
import type { PassageReading, Reader } from '@arbiter/ports';
import { headingPath } from '@arbiter/text';
import type { TimeBudget } from '../../calls/time-budget.js';

export interface PassageReader {
  readonly reader: Reader;
  /** Longest wait, in milliseconds. */
  readonly timeoutMs: number;
  readonly observer: Pick<ReaderObserver, 'failed'>;
}

export interface ReadingCall {
  readonly signal: AbortSignal;
  readonly time: TimeBudget;
}

/** Reads a question with passages. */
export class QuestionReader {
  constructor(private readonly reading: PassageReader) {}

  /**
   * @returns one reading per passage, null for one that the reader cannot read; null where the reader failed, which is
   *   counted and logged
   * @throws the signal's reason
   */
  async read(
    question: string,
    passages: readonly Pick<Passage, 'title' | 'section' | 'text'>[],
    { signal, time }: ReadingCall,
  ): Promise<readonly (PassageReading | null)[] | null> {
    const { reader, timeoutMs, observer } = this.reading;
    if (passages.length === 0) return [];
    const patience = { timeoutMs: time.within(timeoutMs), what: 'The reader' };
    try {
      if (patience.timeoutMs === 0) throw new ArbiterError('UNAVAILABLE', `${patience.what} had no time left.`);
      const tasks = passages.map(({ title, section, text }) => ({
        question,
        headings: headingPath(title, section),
        passage: text,
      }));
      return await withDeadline(signal, patience, (bounded) => reader.read(tasks, { signal: bounded }));
    } catch (error) {
      signal.throwIfAborted();
      observer.failed(reader.model, ArbiterError.from(error));
      return null;
    }
  }
}

/** Told of answers and searches of pages for which the reader did not read. */
export class ReaderObserver extends FallbackObserver {
  constructor(surroundings: Pick<FallbackObserverOptions, 'logger' | 'registry'>) {
    super({
      ...surroundings,
      metric: 'arbiter_synthesis_reader_failures_total',
      help: 'Answers and searches of pages for which the reader did not read, so that words and rank chose, by code of the error.',
      message: 'the reader did not answer; words and rank chose',
    });
  }
}
