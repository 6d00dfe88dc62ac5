import { ArbiterError, type Answer } from '@arbiter/contracts';
import {
  judgeAnswer,
  percentile,
  seededRandom,
  summariseAnswers,
  type AnswerSummary,
  type AnswerVerdict,
  type GivenAnswer,
  type JudgedAnswer,
  type Question,
} from '@arbiter/evaluation';
import type { AnswerRow } from './answers-run.js';
import { EVALUATION_SEED } from './validation-run.js';

/** One question with what came of it: a line of the file that `--out` writes. */
export interface AnswerRecord {
  readonly domain: string;
  readonly id: string;
  readonly type: Question['type'];
  readonly part: string | null;
  readonly question: string;
  readonly answerable: boolean;
  readonly verdict: AnswerVerdict;
  readonly status: Answer['status'];
  readonly answer: string;
  /** The text of the best attempt, shown or not. */
  readonly attempt: string;
  readonly attemptRight: boolean | null;
  readonly confidence: number | null;
  readonly words: number | null;
  readonly citations: readonly {
    readonly source: string;
    readonly start: number;
    readonly end: number;
    readonly quote: string;
  }[];
  /** Of those citations that can be judged, how many overlap evidence. */
  readonly citationsOfEvidence: number;
  readonly claims: number;
  readonly unsupportedClaims: number;
  readonly latencyMs: number;
}

/** A question that was asked: how it is counted, and what is written down of it. */
export interface AskedQuestion {
  readonly judged: JudgedAnswer;
  readonly record: AnswerRecord;
}

export interface AnswerEvaluation extends AnswerSummary {
  readonly latencyMs: { readonly p50: number; readonly p95: number };
}

/**
 * Asks every question, one after the other, and judges the answers.
 *
 * @param ask the shipped operation
 * @param onAnswer told after each question
 * @throws ArbiterError of the operation, naming the question
 */
export async function askQuestions(
  domain: string,
  questions: readonly Question[],
  ask: (question: string) => Promise<Answer>,
  onAnswer: (answered: number) => void,
): Promise<AskedQuestion[]> {
  const asked: AskedQuestion[] = [];
  for (const question of questions) {
    const answer = await ask(question.question).catch((thrown: unknown) => {
      const { code, message, details } = ArbiterError.from(thrown);
      throw new ArbiterError(code, `Question ${question.id}: ${message}`, { details, cause: thrown });
    });
    asked.push(judge(domain, question, answer));
    onAnswer(asked.length);
  }
  return asked;
}

/** @param asked at least one */
export function summariseAsked(asked: readonly AskedQuestion[]): AnswerEvaluation {
  const latencies = asked.map(({ record }) => record.latencyMs);
  return {
    ...summariseAnswers(
      asked.map(({ judged }) => judged),
      seededRandom(EVALUATION_SEED),
    ),
    latencyMs: { p50: percentile(latencies, 50), p95: percentile(latencies, 95) },
  };
}

/** What a comparison with another run needs of a question. */
export function rowOf({ judged, record }: AskedQuestion): AnswerRow {
  const { domain, id, type, part, answerable, verdict, confidence, words, latencyMs } = record;
  return {
    domain,
    id,
    type,
    part,
    answerable,
    outcome: verdict,
    confidence,
    words,
    citations: judged.citations,
    citationsOnEvidence: judged.citationsOfEvidence,
    latencyMs,
  };
}

function judge(domain: string, question: Question, answer: Answer): AskedQuestion {
  const given = givenAnswerOf(answer);
  const judged = judgeAnswer(question, given);
  const record: AnswerRecord = {
    domain,
    id: question.id,
    type: question.type,
    part: question.part ?? null,
    question: question.question,
    answerable: question.answerable,
    verdict: judged.verdict,
    status: answer.status,
    answer: answer.answer,
    attempt: given.attempt,
    attemptRight: judged.attemptRight,
    confidence: answer.confidence,
    words: judged.words,
    citations: answer.citations.map(({ source, start, end, quote }) => ({ source, start, end, quote })),
    citationsOfEvidence: judged.citationsOfEvidence,
    claims: judged.claims,
    unsupportedClaims: judged.unsupportedClaims,
    latencyMs: answer.durationMs,
  };
  return { judged, record };
}

function givenAnswerOf({ status, answer, confidence, citations, validation, history }: Answer): GivenAnswer {
  const claims = validation?.checks.support.perClaim ?? [];
  return {
    status,
    text: answer,
    confidence,
    attempt: status === 'answered' ? answer : (history.find(({ kept }) => kept)?.answer ?? ''),
    citations: citations.map(({ source, quote }) => ({ document: source, quote })),
    claims: claims.length,
    unsupportedClaims: claims.filter(({ support }) => support === 'no_support').length,
  };
}
