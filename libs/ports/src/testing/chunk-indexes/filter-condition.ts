import type { Bounds, FilterCondition, FilterTest } from '../../chunk-filter.js';
import { instantOf } from '../../sortable-values.js';

/** Evaluates a condition directly, without the facts of the stores, which must agree with it. */
export function holds(metadata: Readonly<Record<string, unknown>>, condition: FilterCondition): boolean {
  const values = valuesAt(metadata, condition.key);
  if (condition.orAbsent && !values.some((value) => passesTest(value, { kind: 'exists' }))) return true;
  const passes = values.some((value) => passesTest(value, condition.test));
  return passes !== (condition.negated ?? false);
}

function passesTest(value: unknown, test: FilterTest): boolean {
  switch (test.kind) {
    case 'any-of':
      return test.values.some((wanted) => wanted === value);
    case 'exists':
      return typeof value === 'object' ? hasScalar(value) : isScalar(value);
    case 'number-range':
      return typeof value === 'number' && Number.isFinite(value) && within(value, test.bounds);
    case 'date-range': {
      const instant = typeof value === 'string' ? instantOf(value) : null;
      return instant !== null && within(instant, test.bounds);
    }
  }
}

function within(value: number, { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity }: Bounds): boolean {
  return value > gt && value >= gte && value < lt && value <= lte;
}

/** All values at a dotted path, with elements of lists one by one; a key may itself contain dots. */
function valuesAt(value: unknown, path: string): unknown[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap((element) => valuesAt(element, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === path) return elementsOf(inner);
    return path.startsWith(`${key}.`) ? valuesAt(inner, path.slice(key.length + 1)) : [];
  });
}

function elementsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]).flatMap(elementsOf) : [value];
}

function hasScalar(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isScalar(value);
  return Object.values(value).some(hasScalar);
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
