import { withDeadline } from '@arbiter/adapter-kit';
import { ArbiterError } from '@arbiter/contracts';
import { logitOf } from '@arbiter/confidence';
import { WORDS_BEFORE, type AnswerabilityModel, type AnswerCandidate } from '@arbiter/ports';
import type { AnswerabilityObserver } from './answerability.observer.js';
import type { RestedClaim } from './question-similarity.js';
import { headingOf } from './usefulness-features.js';

/** Claims that are read, beside the whole answer: as many as an extracted answer mostly has, some 5 ms each on 2 cores. */
const READ_CLAIMS = 6;
const MARKER = /\s*\[\d+\]/g;

/** An answer as it is read together with its question. */
export interface ReadableAnswer {
  readonly query: string;
  readonly answer: string;
  readonly claims: readonly PlacedClaim[];
}

export interface PlacedClaim extends RestedClaim {
  /** Where its evidence begins in the content of its source; undefined where it rests on none. */
  readonly start: number | undefined;
}

/** What a model says of an answer to a question, in log odds that it holds what was asked for. */
export interface ReadAnswer {
  /** The mean of those of the whole and of the best claim; null where the model gave none. */
  readonly odds: number | null;
  /** One per claim, in their order; null for one that was not read. */
  readonly claims: readonly (number | null)[];
}

export interface AnswerReading {
  readonly model: AnswerabilityModel;
  /** Longest wait, in milliseconds. */
  readonly timeoutMs: number;
  readonly observer: AnswerabilityObserver;
}

/** Reads answers together with their questions. Where the model fails the features decide, which is counted and logged. */
export class AnswerReader {
  constructor(private readonly reading: AnswerReading) {}

  get model(): string {
    return this.reading.model.model;
  }

  /** @throws the signal's reason */
  async read(answer: ReadableAnswer, signal: AbortSignal): Promise<ReadAnswer> {
    const { model, timeoutMs, observer } = this.reading;
    try {
      const scores = await withDeadline(signal, { timeoutMs, what: 'The answerability model' }, (bounded) =>
        model.score(candidatesOf(answer), { signal: bounded }),
      );
      const [whole, ...claims] = scores.map((score) => (score === null ? null : logitOf(score)));
      const known = claims.filter((odds) => odds !== null);
      return {
        odds:
          whole === undefined || whole === null
            ? null
            : (whole + Math.max(...(known.length === 0 ? [whole] : known))) / 2,
        claims: answer.claims.map((_, index) => claims[index] ?? null),
      };
    } catch (error) {
      signal.throwIfAborted();
      observer.failed(model.model, ArbiterError.from(error));
      return { odds: null, claims: answer.claims.map(() => null) };
    }
  }
}

/** The whole answer, then its claims where they stand. */
function candidatesOf({ query: question, answer, claims }: ReadableAnswer): AnswerCandidate[] {
  const titles = new Set(claims.flatMap(({ source }) => titleOf(source?.metadata.title)));
  return [
    { question, statement: answer.replaceAll(MARKER, ''), heading: [...titles].join('; '), before: '' },
    ...claims.slice(0, READ_CLAIMS).map(({ text, source, start }) => ({
      question,
      statement: text,
      heading: headingOf(source),
      before: source && start !== undefined ? source.content.slice(Math.max(0, start - WORDS_BEFORE), start) : '',
    })),
  ];
}

function titleOf(title: unknown): string[] {
  return typeof title === 'string' && title !== '' ? [title] : [];
}
