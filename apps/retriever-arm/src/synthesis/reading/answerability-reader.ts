import { withDeadline } from '@arbiter/adapter-kit';
import { logitOf } from '@arbiter/confidence';
import { ArbiterError } from '@arbiter/contracts';
import { WORDS_BEFORE, type AnswerabilityModel, type AnswerCandidate } from '@arbiter/ports';
import type { CandidateSentence } from '../candidate-sentences.js';
import type { AnswerabilityObserver } from './answerability.observer.js';
import type {
  AnswerShapes,
  AskedQuestion,
  ReadingCall,
  ReadingEfforts,
  SentenceReader,
  SentenceReading,
} from './sentence-reader.js';

/** What a sentence that surely answers adds to its score; its words give at most .58, its vector .42. */
const ANSWERABILITY_WEIGHT = 0.6;
/** Log odds beyond which the model does not tell sentences apart: it was trained towards .975 and .025. */
const SUREST = 4;

/**
 * Some 5 ms a sentence on 2 cores. A search reads 4 instead of embedding 2; of the packs that the network has not seen, the
 * best two of 2, 4, 6, 8 and 20 read sentences hold the answer to .50, .55, .58, .60 and .64 of the questions.
 */
export const ANSWERABILITY_EFFORTS: ReadingEfforts = {
  quick: { sentences: 4, closeness: 0.6 },
  thorough: { sentences: 20, closeness: 0 },
};

/** The model is sure of few sentences, so that further ones lie far below the best: floors are lower than those of vectors. */
const SHAPES: AnswerShapes = {
  simple_lookup: { sentences: 3, floor: 0.5 },
  procedural: { sentences: 6, floor: 0.4 },
  comparative: { sentences: 6, floor: 0.1 },
  multi_hop: { sentences: 5, floor: 0.3 },
  list_building: { sentences: 8, floor: 0.3 },
};

export interface AnswerabilityReading {
  readonly model: AnswerabilityModel;
  /** Longest wait, in milliseconds. */
  readonly timeoutMs: number;
  readonly observer: AnswerabilityObserver;
}

/**
 * Adds how likely each sentence answers the question, by a model that reads both together: for a planned question to what
 * the vectors say, for a search in their place. All parts are read with the whole question, since what a planner makes of
 * one is often no question any more. Where the model fails the vectors decide alone, which is counted and logged.
 */
export class AnswerabilityReader implements SentenceReader {
  readonly efforts = ANSWERABILITY_EFFORTS;

  constructor(
    private readonly reading: AnswerabilityReading,
    private readonly vectors: SentenceReader,
  ) {}

  async read(
    question: AskedQuestion,
    candidates: readonly CandidateSentence[],
    call: ReadingCall,
  ): Promise<SentenceReading> {
    const byVectors = (): Promise<SentenceReading> => this.vectors.read(question, candidates, call);
    const [worth, beside] = await Promise.all([
      this.#worthOf(question, candidates, call),
      call.thoroughness === 'thorough' ? byVectors() : null,
    ]);
    if (!worth) return beside ?? (await byVectors());
    const added = question.parts.map((_, part) => worth.map((own, index) => own + (beside?.added[part]?.[index] ?? 0)));
    return { added, shapes: SHAPES };
  }

  /** @returns one number per candidate, 0–{@link ANSWERABILITY_WEIGHT}; null where the model failed */
  async #worthOf(
    { query }: AskedQuestion,
    candidates: readonly CandidateSentence[],
    { signal, time }: ReadingCall,
  ): Promise<readonly number[] | null> {
    const { model, timeoutMs, observer } = this.reading;
    const patience = { timeoutMs: time.within(timeoutMs), what: 'The answerability model' };
    try {
      if (patience.timeoutMs === 0) throw new ArbiterError('UNAVAILABLE', `${patience.what} had no time left.`);
      const scores = await withDeadline(signal, patience, (bounded) =>
        model.score(candidates.map(answerCandidateTo(query)), { signal: bounded }),
      );
      return candidates.map((_, index) => worthOf(scores[index] ?? null));
    } catch (error) {
      signal.throwIfAborted();
      observer.failed(model.model, ArbiterError.from(error));
      return null;
    }
  }
}

/** @param probability null where the model could not judge: it then adds nothing */
function worthOf(probability: number | null): number {
  if (probability === null) return 0;
  const odds = Math.min(SUREST, Math.max(-SUREST, logitOf(probability)));
  return (ANSWERABILITY_WEIGHT * (odds + SUREST)) / (2 * SUREST);
}

/** In the form in which the model was trained. */
function answerCandidateTo(question: string): (candidate: CandidateSentence) => AnswerCandidate {
  return ({ passage: { title, section, text: around, start: from }, text: statement, start }) => {
    const headings = section.join(' > ');
    return {
      question,
      statement,
      heading: [title, ...(headings === title ? [] : [headings])].filter((part) => part !== '').join('. '),
      before: around.slice(Math.max(0, start - from - WORDS_BEFORE), start - from),
    };
  };
}
