import { join } from 'node:path';
import {
  openBeirFolder,
  PASSAGE_ID_KEY,
  queryTextOf,
  readText,
  type EvaluationContext,
  type Library,
  type RetrievalSubject,
} from '@arbiter/cli';
import {
  ArbiterError,
  passageOf,
  query as queryOperation,
  search,
  type Answer,
  type Passage,
} from '@arbiter/contracts';
import { readJsonLines, type JudgedQuery } from '@arbiter/evaluation';
import {
  AcceptedAnswers,
  measureMultiHop,
  MULTI_HOP_METRICS,
  type MultiHopFigures,
  type MultiHopMetric,
} from './multihop-metrics.js';

/** The only split of such a set. */
const SPLIT = 'test';

/** A question with all passages that it takes to answer it, and the accepted answers; none where the set names none. */
export interface MultihopQuestion extends JudgedQuery {
  readonly answers: readonly string[];
}

export interface MultihopSet {
  readonly subject: RetrievalSubject;
  readonly questions: readonly MultihopQuestion[];
}

/**
 * A folder in the layout of BEIR with `answers.jsonl` beside it.
 *
 * @param limit at most so many questions, the first ones; null for all
 * @throws ArbiterError NOT_FOUND for a file that is missing, INVALID_REQUEST that names file and line of a broken line
 */
export async function openMultihopFolder(folder: string, limit: number | null): Promise<MultihopSet> {
  const subject = await openBeirFolder({ folder, split: SPLIT, limitQueries: limit });
  const file = join(folder, 'answers.jsonl');
  const text = await readText(file, `There is no ${file}: it holds the accepted answers of each question.`);
  const accepted = new Map(readJsonLines(text, file, AcceptedAnswers).map(({ value }) => [value.id, value.answers]));
  const questions = subject.selection.queries.map((query) => ({ ...query, answers: accepted.get(query.id) ?? [] }));
  return { subject, questions };
}

/** The one search: of each document its best passage, down to the last one that counts, whatever its relevance. */
export const SINGLE_SEARCH = {
  limit: 5,
  min_relevance_score: 0,
  max_per_document: 1,
  include_synthesis: false,
} as const;

/** Quality is measured, and times beside it: one answer that passes its usual deadline must not end the run. */
const DEADLINE_MS = 120_000;

interface Outcome {
  readonly figures: MultiHopFigures;
  /** Ids of documents, best first. */
  readonly ranking: readonly string[];
  /** Null when it was declined. */
  readonly answer: string | null;
  readonly latencyMs: number;
}

/** A question with what came of it: a line of the file that `--out` writes. */
export interface MultihopRecord {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly supporting: readonly string[];
  readonly single: Outcome;
  readonly planned: Outcome & {
    readonly queryType: Answer['queryType'];
    /** The searched queries. */
    readonly subQueries: readonly string[];
    /** Of the searching alone, all attempts together. */
    readonly retrievalMs: number;
  };
  readonly degraded: boolean;
}

/**
 * Asks every question by both methods, through the shipped operations. One question before them, which is not counted,
 * lets the models load.
 *
 * @throws ArbiterError of an operation, naming the question
 */
export async function askBoth(
  questions: readonly MultihopQuestion[],
  library: Library,
  context: EvaluationContext,
): Promise<MultihopRecord[]> {
  const options = { signal: context.interruption.signal, deadlineMs: DEADLINE_MS };
  await library.request(queryOperation, { query: 'Who built the house that Jack lived in?' }, options);
  const ask = async (question: MultihopQuestion): Promise<MultihopRecord> => {
    const query = queryTextOf(question.text) ?? '?';
    const { value: found, latencyMs } = await context.timed(() =>
      library.request(search, { query, ...SINGLE_SEARCH }, options),
    );
    const fast = await library.request(queryOperation, { query, mode: 'fast' }, options);
    const planned = await library.request(queryOperation, { query, includePassages: true }, options);
    return {
      id: question.id,
      question: query,
      answers: question.answers,
      supporting: [...question.judgements].filter(([, grade]) => grade > 0).map(([id]) => id),
      single: outcomeOf(question, found.results.map(passageOf), fast, latencyMs),
      planned: {
        ...outcomeOf(question, planned.passages ?? [], planned, planned.durationMs),
        queryType: planned.queryType,
        subQueries: planned.subQueries,
        retrievalMs: retrievalMsOf(planned),
      },
      degraded: (found.degraded ?? []).length > 0 || planned.degraded.length > 0,
    };
  };
  return context.each(questions, ask, { verb: 'asking', nameOf: ({ id }) => `Question ${id}` });
}

function outcomeOf(
  { judgements, answers }: MultihopQuestion,
  passages: readonly Passage[],
  { status, answer }: Answer,
  latencyMs: number,
): Outcome {
  const found = passages.map((passage) => ({ id: idOf(passage), text: `${passage.title}\n${passage.text}` }));
  const given = status === 'answered' ? answer : null;
  return {
    figures: measureMultiHop(found, given, judgements, answers),
    ranking: [...new Set(found.map(({ id }) => id))],
    answer: given,
    latencyMs,
  };
}

function idOf({ metadata, source }: Passage): string {
  const id = metadata[PASSAGE_ID_KEY];
  if (typeof id !== 'string') throw new ArbiterError('INTERNAL', `The passage ${source} has lost its id.`);
  return id;
}

function retrievalMsOf({ timings }: Answer): number {
  return timings.filter(({ stage }) => stage === 'retrieve').reduce((sum, { ms }) => sum + ms, 0);
}

/** How much better the planned way found and answered each question: –1 to 1; null where there is nothing to compare. */
export function gainsOf(records: readonly MultihopRecord[]): MultiHopFigures[] {
  return records.map(({ single, planned }) => {
    const gains = MULTI_HOP_METRICS.map((metric) => {
      const [before, after] = [single.figures[metric], planned.figures[metric]];
      return [metric, before === null || after === null ? null : after - before] as const;
    });
    return Object.fromEntries(gains) as Record<MultiHopMetric, number | null>;
  });
}
