import { readFile } from 'node:fs/promises';
import { ArbiterError, classify, type Classification } from '@arbiter/contracts';
import { readJsonLines, TypedQuestion, type ClassifiedItem } from '@arbiter/evaluation';
import type { OperationCaller } from '../library/library.js';
import { mapBounded } from './map-bounded.js';

/** A question with what it was taken for: a line of the file that `--out` writes. */
export interface ClassificationRecord extends ClassifiedItem, Pick<Classification, 'reasons' | 'by' | 'degraded'> {
  readonly id: string;
  readonly question: string;
  readonly latencyMs: number;
}

/** @throws ArbiterError NOT_FOUND, INVALID_REQUEST that names file and line of a broken line, or without questions */
export async function readTypedQuestions(
  name: string,
  file: string,
): Promise<readonly [TypedQuestion, ...TypedQuestion[]]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no ${file}.`, { cause });
  });
  const [first, ...others] = readJsonLines(text, name, TypedQuestion).map(({ value }) => value);
  if (!first) throw new ArbiterError('INVALID_REQUEST', `${name} holds no questions.`);
  return [first, ...others];
}

export interface ClassificationPlan {
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly now: () => number;
  /** Told after each question. */
  readonly onQuestion: (settled: number) => void;
}

/**
 * Has the planner say of every question of which type it is.
 *
 * @throws ArbiterError of the operation, naming the question
 */
export async function measureClassification(
  questions: readonly TypedQuestion[],
  library: OperationCaller,
  { concurrency, signal, now, onQuestion }: ClassificationPlan,
): Promise<ClassificationRecord[]> {
  let settled = 0;
  return mapBounded(questions, concurrency, async ({ id, question, type }) => {
    const started = now();
    const found = await library.request(classify, { query: question }, { signal }).catch((thrown: unknown) => {
      const { code, message, details } = ArbiterError.from(thrown);
      throw new ArbiterError(code, `Question ${id}: ${message}`, { details, cause: thrown });
    });
    const latencyMs = now() - started;
    onQuestion(++settled);
    const { queryType, confidence, reasons, by, degraded } = found;
    return {
      id,
      question,
      actual: type,
      predicted: queryType,
      confidence,
      reasons,
      latencyMs,
      ...(by !== undefined && { by }),
      ...(degraded !== undefined && { degraded }),
    };
  });
}
