import { normalizeTerm } from '@arbiter/text';
import type { Question } from '../questions.js';
import { mean } from '../metrics/statistics.js';
import type { JudgedAnswer } from '../answers/judge-answer.js';
import { isRightVerdict } from '../answers/judge-answer.js';

/** An entity as a system lists it for a question. */
export interface ListedEntity {
  /** Its name and all others by which it is known. */
  readonly names: readonly string[];
  /** Whether it is listed as something that can be used. */
  readonly isAvailable: boolean;
}

/** The system's response to one question about state. */
export interface GivenState {
  /** Best first. */
  readonly entities: readonly ListedEntity[];
  readonly answer: JudgedAnswer;
  /** As shown; empty when declined. */
  readonly answerText: string;
}

/** Names of one thing, as the labels of a pack have them. */
export type KnownNames = readonly (readonly string[])[];

export interface JudgedState {
  readonly id: string;
  readonly type: Question['type'];
  readonly isCascade: boolean;
  /** Share of the first min(5, number expected, number listed) entities that are expected; null if none is expected. */
  readonly precision: number | null;
  /** 1 / rank of the first expected entity, 0 if it is not listed; null if none is expected. */
  readonly reciprocalRank: number | null;
  /** Whether something unavailable is offered as available, among the first five or in the answer. */
  readonly isStale: boolean;
  /** Whether the question ended as it should: with a right answer, or rightly declined. */
  readonly isAnswerRight: boolean;
  /** For a question about what follows from a change: nothing stale, and the first entity or the answer right. */
  readonly isCascadeRight: boolean | null;
}

/** Entities that a person looks at. */
const LISTED = 5;

/**
 * Judges one question about the state of the world. Names are compared without case, accents and articles; an entity is expected
 * under any name that the labels know it by.
 *
 * @param saysUnavailable whether a sentence says that something cannot be used: naming a closed ward as closed offers nothing
 */
export function judgeState(
  question: Question,
  { entities, answer, answerText }: GivenState,
  known: KnownNames,
  saysUnavailable: (sentence: string) => boolean,
): JudgedState {
  const { expectedEntities } = question;
  const expected = areExpected(
    expectedEntities,
    entities.map(({ names }) => names),
    known,
  );
  const unavailable = question.unavailableEntities.map((name) => allNames(name, known));
  const listed = entities.map(({ names, isAvailable }) => ({ names: new Set(names.map(fold)), isAvailable }));
  const first = expected.slice(0, Math.min(LISTED, expectedEntities.length));
  const rank = expected.indexOf(true);
  const isOffered = unavailable.some(
    (one) =>
      listed.slice(0, LISTED).some(({ names, isAvailable }) => isAvailable && overlap(one, names)) ||
      sentencesOf(answerText).some((sentence) => names(sentence, one) && !saysUnavailable(sentence)),
  );
  const isAnswerRight = isRightVerdict(answer.verdict);
  return {
    id: question.id,
    type: question.type,
    isCascade: question.cascade,
    precision: expectedEntities.length === 0 ? null : (mean(first.map(Number)) ?? 0),
    reciprocalRank: expectedEntities.length === 0 ? null : rank < 0 ? 0 : 1 / (rank + 1),
    isStale: isOffered,
    isAnswerRight,
    isCascadeRight: question.cascade ? !isOffered && (isAnswerRight || rank === 0) : null,
  };
}

/**
 * Which listed entities are expected, by any name that the labels know.
 *
 * @param listed all names of each
 */
function areExpected(
  expectedEntities: readonly string[],
  listed: readonly (readonly string[])[],
  known: KnownNames,
): boolean[] {
  const expected = expectedEntities.map((name) => allNames(name, known));
  return listed.map((names) => expected.some((one) => overlap(one, new Set(names.map(fold)))));
}

function allNames(name: string, known: KnownNames): ReadonlySet<string> {
  const folded = fold(name);
  const same = known.find((names) => names.some((one) => fold(one) === folded)) ?? [];
  return new Set([folded, ...same.map(fold)]);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((name) => b.has(name));
}

function names(sentence: string, one: ReadonlySet<string>): boolean {
  const padded = ` ${fold(sentence)} `;
  return [...one].some((name) => name !== '' && padded.includes(` ${name} `));
}

function fold(name: string): string {
  return normalizeTerm(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|an?) /, '');
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== '');
}
