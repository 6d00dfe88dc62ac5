import { QUERY_TYPES, type QueryType, type QuestionType } from '@arbiter/contracts';
import { readJsonLines, readQuestions, TypedQuestion } from '@arbiter/evaluation';
import { z } from 'zod';

/** A question whose type is known. */
export interface TrainingQuestion {
  readonly question: string;
  readonly type: QuestionType;
  /** Subject of the question: all questions of one subject are in the same fold. */
  readonly subject: string;
  /** Weight in the fit, > 0. */
  readonly weight: number;
}

/**
 * Questions of domain packs count less than our own: their types say what an answer is made of, which is not always how the
 * question is put. By cross-validation, on our own questions.
 */
const PACK_WEIGHT = 0.4;

const OwnQuestion = TypedQuestion.extend({ subject: z.string().min(1) });

/**
 * Questions of a file of our own, {id, question, type, subject} a line.
 *
 * @throws ArbiterError INVALID_REQUEST that names file and line of a broken line
 */
export function readOwnQuestions(text: string, file: string): TrainingQuestion[] {
  return readJsonLines(text, file, OwnQuestion).map(({ value: { question, type, subject } }) => ({
    question,
    type,
    subject,
    weight: 1,
  }));
}

/**
 * The questions of a domain pack that may be learnt from: its part `train`, and of that the five published types; the
 * others (status, relationship, …) say what an answer rests on, not how it is asked for.
 *
 * @param subject the pack's name
 * @throws ArbiterError INVALID_REQUEST that names file and line of a broken line
 */
export function readPackQuestions(text: string, file: string, subject: string): TrainingQuestion[] {
  return readQuestions(text, file)
    .filter(({ part }) => part === 'train')
    .flatMap(({ question, type }) => (isQueryType(type) ? { question, type, subject, weight: PACK_WEIGHT } : []));
}

function isQueryType(type: string): type is QueryType {
  return (QUERY_TYPES as readonly string[]).includes(type);
}
