import { judgedConfidence, listCollections, query, type Answer, type CollectionManifest } from '@arbiter/contracts';
import {
  judgeAnswer,
  matchesAnswer,
  summariseAnswers,
  summariseWriter,
  type AnswerVerdict,
  type GivenAnswer,
  type JudgedAnswer,
  type Question,
  type RandomSource,
  type WriterFigures,
  type WrittenOutcome,
} from '@arbiter/evaluation';
import { remark } from '../command.context.js';
import type { Pack } from '../domains/find-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import type { AnswerRow, AnswerEvaluation } from './answers-run.js';
import type { EvaluationContext } from './evaluate.js';
import { packStoreName, withOwnStore } from './evaluation-store.js';
import type { NonEmpty } from './inputs.js';
import { fillFromPack } from './pack-subject.js';
import { latencyOf } from './run-description.js';
import { isWrittenRefusal, type WrittenModel } from './written-model.js';

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
  /** What a recorded writer wrote; absent without one, null where it had no answer. */
  readonly written?: string | null;
  readonly latencyMs: number;
}

/** A question that was asked: how it is counted, and what is written down of it. */
export interface AskedQuestion {
  readonly judged: JudgedAnswer;
  readonly record: AnswerRecord;
  /** What became of a recorded writer's answer; null where there was none. */
  readonly written: WrittenOutcome | null;
}

/** @param asked at least one */
export function summariseAsked(asked: readonly AskedQuestion[], random: RandomSource): AnswerEvaluation {
  return {
    ...summariseAnswers(
      asked.map(({ judged }) => judged),
      random,
    ),
    latencyMs: latencyOf(asked.map(({ record }) => record)),
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

function judge(domain: string, question: Question, answer: Answer, writer: WrittenModel | null): AskedQuestion {
  const given = givenAnswerOf(answer);
  const written = writer ? writer.lastWritten() : undefined;
  const isRight = writer?.isRight ?? null;
  const known = typeof written === 'string' && isRight !== null ? { text: written, isRight } : null;
  const judged = judgeAnswer(question, given, known);
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
    confidence: given.confidence,
    words: judged.words,
    citations: answer.citations.map(({ source, start, end, quote }) => ({ source, start, end, quote })),
    citationsOfEvidence: judged.citationsOfEvidence,
    claims: judged.claims,
    unsupportedClaims: judged.unsupportedClaims,
    ...(written !== undefined && { written }),
    latencyMs: answer.durationMs,
  };
  return {
    judged,
    record,
    written:
      typeof written === 'string' ? outcomeOfWriting(question, answer, judged, { text: written, isRight }) : null,
  };
}

function outcomeOfWriting(
  question: Question,
  { citations, synthesis }: Answer,
  judged: JudgedAnswer,
  { text, isRight: known }: { readonly text: string; readonly isRight: boolean | null },
): WrittenOutcome {
  const isRight = question.answerable && (known ?? matchesAnswer(text, question).correct);
  return {
    written: isWrittenRefusal(text) ? 'refused' : isRight ? 'right' : 'wrong',
    isOwnText: synthesis === 'generated',
    isCited: citations.length > 0,
    verdict: judged.verdict,
    citations: judged.citations,
    citationsOfEvidence: judged.citationsOfEvidence,
  };
}

/** What became of the answers of a recorded writer. */
export function summariseWritten(asked: readonly AskedQuestion[]): WriterFigures {
  return summariseWriter(asked.flatMap(({ written }) => written ?? []));
}

export function givenAnswerOf(given: Answer): GivenAnswer {
  const { status, answer, citations, validation, history } = given;
  const claims = validation?.checks.support.perClaim ?? [];
  return {
    status,
    text: answer,
    confidence: judgedConfidence(given),
    attempt: status === 'answered' ? answer : (history.find(({ kept }) => kept)?.answer ?? ''),
    citations: citations.map(({ source, quote }) => ({ document: source, quote })),
    claims: claims.length,
    unsupportedClaims: claims.filter(({ support }) => support === 'no_support').length,
  };
}

/** A pack with the questions that are asked of it. */
export interface QuestionedPack {
  /** As it was named on the command line. */
  readonly dataset: string;
  readonly pack: Pack;
  readonly questions: NonEmpty<Question>;
}

export interface PackAnswers {
  readonly dataset: string;
  readonly domain: string;
  readonly asked: readonly AskedQuestion[];
  readonly collections: readonly CollectionManifest[];
}

/**
 * Reads a pack into a store of its own, which is kept for the next time, and asks it its questions.
 *
 * @param writer the language model that the context names, where it is a recorded one
 * @returns the exit code of the ingestion where that failed
 */
export async function measureAnswers(
  { dataset, pack, questions }: QuestionedPack,
  context: EvaluationContext,
  writer: WrittenModel | null,
): Promise<PackAnswers | ExitCode> {
  const own = withOwnStore(context, await packStoreName(pack));
  return withLibrary(own, { writes: true, domainsDirectories: [pack.folder] }, async (library) => {
    remark(context, `Reading ${pack.folder} into ${library.place}`);
    const { exitCode } = await fillFromPack(library, pack.domain, context);
    if (exitCode !== EXIT.ok) return exitCode;
    const { signal } = context.interruption;
    const ask = async (question: Question): Promise<AskedQuestion> => {
      const time = question.asOfSession === undefined ? {} : { asOfSession: question.asOfSession };
      const asked = { query: question.question, domain: pack.domain, ...time };
      return judge(pack.domain, question, await library.request(query, asked, { signal }), writer);
    };
    const told = { verb: 'asking', nameOf: ({ id }: Question) => `Question ${id}` };
    const asked = await context.each(questions, ask, told);
    const { collections } = await library.request(listCollections, {});
    return { dataset, domain: pack.domain, asked, collections: collections.map(({ manifest }) => manifest) };
  });
}
