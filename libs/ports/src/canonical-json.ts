import { compareCodeUnits } from '@arbiter/contracts';

/** JSON with the keys of every object in order: equal for values that are equal as JSON. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareCodeUnits(a, b)))
      : part,
  );
}
