import type { Answer, AnswerComparison, Citation, Difference, RecordedCall } from '@arbiter/contracts';

/** An answer and the calls that were made for it. */
export interface GivenAnswer {
  readonly answer: Answer;
  readonly calls: readonly Pick<RecordedCall, 'name'>[];
}

/** Compares an earlier answer with the present one. */
export function compareAnswers(before: GivenAnswer, now: GivenAnswer): AnswerComparison {
  const [then, today] = [before.answer, now.answer];
  return {
    status: { before: then.status, now: today.status },
    confidence: { before: then.confidence, now: today.confidence },
    sameText: plain(then.answer) === plain(today.answer),
    citations: onlyIn(then.citations, today.citations, spanOf),
    claims: onlyIn(claimsOf(then), claimsOf(today), plain),
    durationMs: { before: then.durationMs, now: today.durationMs },
    calls: countCalls(before.calls, now.calls),
  };
}

/** Whether a reader would call the two the same answer. */
export function isSameAnswer({ status, sameText, citations }: AnswerComparison): boolean {
  return status.before === status.now && sameText && citations.lost.length === 0 && citations.gained.length === 0;
}

function onlyIn<T>(before: readonly T[], now: readonly T[], keyOf: (item: T) => string): { lost: T[]; gained: T[] } {
  const [then, today] = [new Set(before.map(keyOf)), new Set(now.map(keyOf))];
  return {
    lost: before.filter((item) => !today.has(keyOf(item))),
    gained: now.filter((item) => !then.has(keyOf(item))),
  };
}

/** Documents may have moved to another id since: a quote of a source is what a reader sees, or a page without words. */
function spanOf({ source, quote, page }: Citation): string {
  return `${source}\n${plain(quote) || page}`;
}

function claimsOf({ validation }: Answer): string[] {
  return validation?.checks.support.perClaim.map(({ claim }) => claim.text) ?? [];
}

function countCalls(before: GivenAnswer['calls'], now: GivenAnswer['calls']): AnswerComparison['calls'] {
  const names = [...new Set([...before, ...now].map(({ name }) => name))];
  const count = (calls: GivenAnswer['calls'], wanted: string): number =>
    calls.filter(({ name }) => name === wanted).length;
  return names.map((name) => ({ name, before: count(before, name), now: count(now, name) }));
}

function plain(text: string): string {
  return text
    .replaceAll(/(?<!\s)\s*\[\d+\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * The first place at which two JSON values differ, in the order of the first value's keys, then of those that only the
 * second has; null for values that are equal.
 */
export function findDifference(before: unknown, now: unknown, path = ''): Difference | null {
  if (Object.is(before, now)) return null;
  if (!isObject(before) || !isObject(now) || Array.isArray(before) !== Array.isArray(now)) {
    return { path, before: before ?? null, now: now ?? null };
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
    const difference = findDifference(before[key], now[key], pathOf(path, key, Array.isArray(before)));
    if (difference) return difference;
  }
  return null;
}

function pathOf(parent: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${parent}[${key}]`;
  return parent === '' ? key : `${parent}.${key}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
