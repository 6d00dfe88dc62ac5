import { getAnswer, search, validate, type FlightRecord } from '@arbiter/contracts';

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
