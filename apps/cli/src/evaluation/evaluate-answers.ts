import { ArbiterError, type Answer } from '@arbiter/contracts';
import {
  judgeAnswer,
  percentile,
  seededRandom,
  summariseAnswers,
  type AnswerSummary,
  type AnswerVerdict,
  type GivenAnswer,
  type Question,
} from '@arbiter/evaluation';

/** Of the resamples behind the intervals: the same answers give the same report. */
const BOOTSTRAP_SEED = 20_260_101;

/** One question with what came of it: a line of the file that `--out` writes. */
export interface AnswerRecord {
  readonly id: string;
  readonly type: Question['type'];
  readonly part: string | null;
  readonly question: string;
  readonly answerable: boolean;
  readonly verdict: AnswerVerdict;
  readonly status: Answer['status'];
  readonly answer: string;
  readonly confidence: number | null;
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

export interface AnswerEvaluation extends AnswerSummary {
  readonly latencyMs: { readonly p50: number; readonly p95: number };
  readonly records: readonly AnswerRecord[];
}

/**
 * Asks every question, one after the other, and judges the answers.
 *
 * @param ask the shipped operation
 * @param onAnswer told after each question
 * @throws ArbiterError of the operation, naming the question
 */
export async function evaluateAnswers(
  questions: readonly [Question, ...Question[]],
  ask: (question: string) => Promise<Answer>,
  onAnswer: (answered: number) => void,
): Promise<AnswerEvaluation> {
  const judged = [];
  const records: AnswerRecord[] = [];
  for (const question of questions) {
    const answer = await ask(question.question).catch((thrown: unknown) => {
      const { code, message, details } = ArbiterError.from(thrown);
      throw new ArbiterError(code, `Question ${question.id}: ${message}`, { details, cause: thrown });
    });
    const judgement = judgeAnswer(question, givenAnswerOf(answer));
    judged.push(judgement);
    records.push({
      id: question.id,
      type: question.type,
      part: question.part ?? null,
      question: question.question,
      answerable: question.answerable,
      verdict: judgement.verdict,
      status: answer.status,
      answer: answer.answer,
      confidence: answer.confidence,
      citations: answer.citations.map(({ source, start, end, quote }) => ({ source, start, end, quote })),
      citationsOfEvidence: judgement.citationsOfEvidence,
      claims: judgement.claims,
      unsupportedClaims: judgement.unsupportedClaims,
      latencyMs: answer.durationMs,
    });
    onAnswer(records.length);
  }
  const latencies = records.map(({ latencyMs }) => latencyMs);
  return {
    ...summariseAnswers(judged, seededRandom(BOOTSTRAP_SEED)),
    latencyMs: { p50: percentile(latencies, 50), p95: percentile(latencies, 95) },
    records,
  };
}

function givenAnswerOf({ status, answer, citations, validation }: Answer): GivenAnswer {
  const claims = validation?.checks.support.perClaim ?? [];
  return {
    status,
    text: answer,
    citations: citations.map(({ source, quote }) => ({ document: source, quote })),
    claims: claims.length,
    unsupportedClaims: claims.filter(({ support }) => support === 'no_support').length,
  };
}
