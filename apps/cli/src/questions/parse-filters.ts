import { ArbiterError, type FilterOperators, type OperationRequest, type search } from '@arbiter/contracts';
import { parseFilterValues, type FilterScalar } from './parse-filter-values.js';
import { wrongFilter } from './wrong-filter.js';

export type RequestedFilters = NonNullable<OperationRequest<typeof search>['filters']>;

/** Conditions for the dates of documents have options of their own. */
const DATE_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['date_from', '--from'],
  ['date_to', '--to'],
]);

const COMPARISONS = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const;
type ComparisonSign = keyof typeof COMPARISONS;

const CONDITION = /^(?<key>[^=!<>]*)(?<sign>[=!]=|[<>]=?|=)\s*(?<value>(?:\S.*)?)$/s;
const PRESENCE = /^(?<isAbsent>!?)\s*(?<key>[^\s=!<>][^=!<>]*)$/;

/**
 * Filters as they stand on a command line, in the notation of label selectors (Kubernetes, "Labels and Selectors") with
 * comparisons: `key`, `!key`, `key=value`, `key=a,b`, `key!=value`, `key>=value`, `>`, `<=`, `<`; or a JSON object as
 * `POST /search` takes it. All of them must hold; several for one key are one condition.
 *
 * @param conditions one per `--filter`
 * @returns conditions by key; whether a value is allowed where it stands is for the library to say
 * @throws ArbiterError INVALID_REQUEST that names the key, for what cannot be read or is said twice
 */
export function parseFilters(conditions: readonly string[]): RequestedFilters {
  const filters = new Map<string, unknown>();
  for (const text of conditions.map((condition) => condition.trim())) {
    const parsed = text.startsWith('{') ? parseJson(text) : [parseCondition(text)];
    for (const [key, condition] of parsed) {
      const before = filters.get(key);
      filters.set(key, before === undefined ? condition : bothOf(key, before, condition));
    }
  }
  return Object.fromEntries(filters) as RequestedFilters;
}

function parseCondition(text: string): [key: string, condition: FilterOperators] {
  const presence = PRESENCE.exec(text)?.groups;
  if (presence) return [keyOf(presence.key, text), { exists: presence.isAbsent === '' }];
  const { key: named, sign = '', value = '' } = CONDITION.exec(text)?.groups ?? {};
  const key = keyOf(named?.trimEnd(), text);
  const values = parseFilterValues(key, value);
  const [first] = values;
  if (first === undefined) throw wrongFilter(key, `has no value; write '${key}=""' for the empty text`);
  const one = values.length === 1 ? first : [...values];
  if (sign === '!=') return [key, { not: one }];
  if (isComparison(sign)) return [key, { [COMPARISONS[sign]]: boundOf(key, sign, values) }];
  return [key, typeof one === 'object' ? { in: one } : { eq: one }];
}

function boundOf(key: string, sign: ComparisonSign, values: readonly FilterScalar[]): number | string {
  const [bound] = values;
  if (values.length > 1) throw wrongFilter(key, `is compared by "${sign}" with one value, not with ${values.length}`);
  if (bound === undefined || typeof bound === 'boolean')
    throw wrongFilter(key, `is compared by "${sign}" with ${String(bound)}; it must be a number or a date`);
  return bound;
}

function isComparison(sign: string): sign is ComparisonSign {
  return Object.hasOwn(COMPARISONS, sign);
}

function keyOf(named: string | undefined, text: string): string {
  const key = named?.trim() ?? '';
  if (key === '') throw notAFilter(text, `name the key first, as in 'year>=2020', 'tags=a,b' or '!draft'`);
  const option = DATE_OPTIONS.get(key);
  if (option !== undefined) throw wrongFilter(key, `has an option of its own: ${option} 2024-03-15`);
  return key;
}

function parseJson(text: string): [key: string, condition: unknown][] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw notAFilter(text, `what begins with "{" must be JSON`, error);
  }
  return Object.entries(parsed as object);
}

/** @throws ArbiterError INVALID_REQUEST when both say the same of the key */
function bothOf(key: string, one: unknown, other: unknown): Record<string, unknown> {
  const [first, second] = [operatorsOf(one), operatorsOf(other)];
  const twice = Object.keys(first).find((operator) => Object.hasOwn(second, operator));
  if (twice !== undefined) throw wrongFilter(key, `has "${twice}" twice; any of several values is '${key}=a,b'`);
  return { ...first, ...second };
}

function operatorsOf(condition: unknown): Record<string, unknown> {
  if (Array.isArray(condition)) return { in: condition };
  return typeof condition === 'object' && condition !== null ? { ...condition } : { eq: condition };
}

function notAFilter(text: string, remedy: string, cause?: unknown): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `--filter "${text}" is no condition: ${remedy}.`, {
    details: { field: 'filters' },
    cause,
  });
}
