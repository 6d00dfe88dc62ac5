import { setTimeout as delay } from 'node:timers/promises';
import { fractionOf, type Random } from '../random.js';
import { askQuestion, type TimedAnswer } from './ask-question.js';
import type { AskedQuestion, Kind } from './asked-questions.js';

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

/** What a refused client waits before it asks again, and how often it does. */
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
 * Questions that come as they come: the time between two is exponentially distributed (a Poisson process), and nobody
 * waits for the answers of others.
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
