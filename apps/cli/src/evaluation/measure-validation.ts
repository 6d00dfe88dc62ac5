import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError, type ClaimVerdict, type ValidationResult } from '@arbiter/contracts';
import { goldSentenceCases, LabelledAnswer, readJsonLines, type JudgedValidation } from '@arbiter/evaluation';
import type { Pack } from '../domains/find-pack.js';
import type { SupportChecker } from './check-support.js';
import { mapBounded } from './map-bounded.js';
import { ALL_PARTS, packQuestions } from './pack-questions.js';
import { readDocuments } from './read-documents.js';

/** A labelled answer with what came of it: a line of the file that `--out` writes. */
export interface ValidationRecord extends JudgedValidation {
  readonly id: string;
  readonly kind: string;
  readonly answer: string;
  readonly recommendation: ValidationResult['recommendation'];
  readonly reasoning: string;
  readonly verdicts: readonly Pick<ClaimVerdict, 'support' | 'score' | 'reasoning'>[];
  readonly latencyMs: number;
}

/** @throws ArbiterError NOT_FOUND, INVALID_REQUEST that names file and line of a broken line, or without answers */
export async function readLabelledAnswers(
  name: string,
  file: string,
): Promise<readonly [LabelledAnswer, ...LabelledAnswer[]]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no ${file}.`, { cause });
  });
  const [first, ...others] = readJsonLines(text, name, LabelledAnswer).map(({ value }) => value);
  if (!first) throw new ArbiterError('INVALID_REQUEST', `${name} holds no answers.`);
  return [first, ...others];
}

/**
 * Gold sentences of a pack, and sentences beside them, as labelled answers.
 *
 * @throws ArbiterError NOT_FOUND without documents or questions, INVALID_REQUEST when no question has such a sentence
 */
export async function goldAnswersOf(pack: Pack): Promise<LabelledAnswer[]> {
  const questions = await packQuestions(pack, { part: ALL_PARTS, types: null, without: [] });
  const documents = await readDocuments(join(pack.folder, 'documents'));
  const answers = questions.flatMap((question) => goldSentenceCases(question, documents));
  if (answers.length > 0) return answers;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `No question of ${pack.domain} has one sentence of its documents as evidence.`,
  );
}

/**
 * Has every answer validated against its own sources.
 *
 * @throws ArbiterError of the operation, naming the answer
 */
export async function measureValidation(
  answers: readonly LabelledAnswer[],
  check: SupportChecker,
  { concurrency, onAnswer }: { readonly concurrency: number; readonly onAnswer: (settled: number) => void },
): Promise<ValidationRecord[]> {
  let settled = 0;
  return mapBounded(answers, concurrency, async (labelled) => {
    const { result, latencyMs } = await check({
      query: labelled.question,
      answer: labelled.answer,
      sources: labelled.sources.map(({ document, title, section, quote }) => ({
        document,
        content: quote,
        ...(title !== undefined && { title }),
        ...(section !== undefined && { section }),
      })),
    }).catch((thrown: unknown) => {
      const { code, message, details } = ArbiterError.from(thrown);
      throw new ArbiterError(code, `Answer ${labelled.id}: ${message}`, { details, cause: thrown });
    });
    onAnswer(++settled);
    return recordOf(labelled, result, latencyMs);
  });
}

function recordOf(labelled: LabelledAnswer, result: ValidationResult, latencyMs: number): ValidationRecord {
  const { perClaim } = result.checks.support;
  return {
    id: labelled.id,
    kind: labelled.kind,
    answer: labelled.answer,
    accept: labelled.accept,
    accepted: result.recommendation === 'accept',
    confidence: result.confidence,
    recommendation: result.recommendation,
    reasoning: result.reasoning,
    claims: perClaim.map((verdict) => ({
      unsupported: isLabelledUnsupported(labelled, verdict),
      flagged: verdict.support !== 'fully_supported',
    })),
    verdicts: perClaim.map(({ support, score, reasoning }) => ({ support, score, reasoning })),
    latencyMs,
  };
}

/** Whether a claim lies in a stretch that was labelled, or holds one. A part of such a stretch may yet be supported. */
function isLabelledUnsupported({ answer, unsupportedClaims }: LabelledAnswer, { claim }: ClaimVerdict): boolean {
  return unsupportedClaims.some((stretch) => {
    const start = answer.indexOf(stretch);
    return start >= 0 && claim.start < start + stretch.length && claim.end > start;
  });
}
