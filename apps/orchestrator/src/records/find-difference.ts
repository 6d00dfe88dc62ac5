import type { Difference } from '@arbiter/contracts';

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
