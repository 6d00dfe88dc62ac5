import { ask } from '../http-calls.js';
import type { RunningStandalone } from '../servers.js';
import { outcomeOf, type SteadyOutcome } from './compare-answers.js';
import type { QuestionedPack } from './packs.js';

export type Questions = QuestionedPack['questions'];

/** Questions that are asked at the same time, so that their texts share batches. */
const AT_ONCE = 4;

/** Asks one question after the other. */
export async function askEach(
  { url }: RunningStandalone,
  domain: string,
  questions: Questions,
): Promise<SteadyOutcome[]> {
  const outcomes: SteadyOutcome[] = [];
  for (const { question } of questions) outcomes.push(outcomeOf(await ask(url, { query: question, domain })));
  return outcomes;
}

/** Asks several questions at a time. */
export async function askTogether(
  server: RunningStandalone,
  domain: string,
  questions: Questions,
): Promise<SteadyOutcome[]> {
  const outcomes: SteadyOutcome[] = [];
  for (let start = 0; start < questions.length; start += AT_ONCE) {
    const group = questions.slice(start, start + AT_ONCE);
    const answered = await Promise.all(group.map((question) => askEach(server, domain, [question])));
    outcomes.push(...answered.flat());
  }
  return outcomes;
}

/** So many of a list, drawn without repeats. */
export function draw<T>(items: readonly T[], count: number, random: () => number): T[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [one] = left.splice(Math.floor(random() * left.length), 1);
    return one as T;
  });
}
