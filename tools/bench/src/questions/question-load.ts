import { setTimeout as delay } from 'node:timers/promises';
import { getAnswer, search, validate, type FlightRecord } from '@arbiter/contracts';
import { fractionOf, type Random } from '../write-english.js';
import { askQuestion, type AskedQuestion, type Kind, type TimedAnswer } from './ask-question.js';

export interface LoadSettings {
  readonly url: string;
  readonly questions: readonly AskedQuestion[];
  /** Conversations that are open at the same time. */
  readonly sessions: number;
  readonly seconds: number;
  /** Prefix of the sessions' ids: those of another load are not continued. */
  readonly name: string;
  readonly random: Random;
}

export interface KindedAnswer extends TimedAnswer {
  readonly kind: Kind;
  /** Times that the server said it had too much to do before it answered. */
  readonly refusals: number;
}

export interface QuestionLoad {
  readonly answers: readonly KindedAnswer[];
  readonly elapsedMs: number;
}

/** Pause of a refused client before it asks again, and its number of attempts. */
const REFUSED_MS = 250;
const MOST_REFUSALS = 200;
const OVERLOADED = 503;

/** Every session asks its next question as soon as the one before was answered. */
export async function closedLoop(settings: LoadSettings): Promise<QuestionLoad> {
  const { sessions, seconds } = settings;
  const answers: KindedAnswer[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: sessions }, async (_, session) => {
      while (performance.now() - start < 1_000 * seconds) answers.push(await askIn(session, settings));
    }),
  );
  return { answers, elapsedMs: performance.now() - start };
}

/**
 * Questions that arrive independently: the time between two is exponentially distributed (a Poisson process). No question
 * waits for the answer to another.
 *
 * @param perSecond mean rate of arrivals
 */
export async function poissonArrivals(settings: LoadSettings, perSecond: number): Promise<QuestionLoad> {
  const { sessions, seconds, random } = settings;
  const start = performance.now();
  const asked: Promise<KindedAnswer>[] = [];
  for (let due = 0; ;) {
    due += (-Math.log(1 - fractionOf(random)) / perSecond) * 1_000;
    if (due > 1_000 * seconds) break;
    await delay(Math.max(0, due - (performance.now() - start)));
    asked.push(askIn(random() % sessions, settings));
  }
  return { answers: await Promise.all(asked), elapsedMs: performance.now() - start };
}

async function askIn(session: number, { url, questions, name, random }: LoadSettings): Promise<KindedAnswer> {
  const { text, kind } = questions[random() % questions.length] ?? { text: '', kind: 'simple' };
  const body = { query: text, sessionId: `${name}-${session}` };
  const start = performance.now();
  for (let refusals = 0; ; refusals += 1) {
    const answer = await askQuestion(url, body);
    if (answer.status !== OVERLOADED || refusals >= MOST_REFUSALS) {
      return { ...answer, kind, refusals, totalMs: performance.now() - start };
    }
    await delay(REFUSED_MS * (0.5 + fractionOf(random)));
  }
}

/** Operations of an arm begin with its name. */
const ARMS = [search, validate].map(({ name }) => name.slice(0, name.indexOf('.') + 1));

/**
 * How long the retriever and the validator were at work for an answer, by its record: calls side by side count once, and
 * the way to the arms and back counts with them.
 *
 * @param url where questions are asked
 * @returns milliseconds
 */
export async function armsTimeOf(url: string, answerId: string): Promise<number> {
  const path = getAnswer.http?.path.replace('{answerId}', encodeURIComponent(answerId)) ?? '';
  const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) });
  const { flight } = getAnswer.output.parse(await response.json());
  return timeWithin(flight?.calls.filter(({ name }) => ARMS.some((arm) => name.startsWith(arm))) ?? []);
}

/**
 * Length of the union of intervals.
 *
 * @param calls in any order; they may overlap
 * @returns milliseconds
 */
export function timeWithin(calls: readonly Pick<FlightRecord['calls'][number], 'startedAt' | 'ms'>[]): number {
  let sum = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { startedAt, ms } of calls.toSorted((a, b) => a.startedAt - b.startedAt)) {
    sum += Math.max(0, startedAt + ms - Math.max(startedAt, end));
    end = Math.max(end, startedAt + ms);
  }
  return sum;
}
