import {
  ACCESS_GROUPS,
  ArbiterError,
  type FilterOperators,
  type Principal,
  type SearchFilters,
} from '@arbiter/contracts';
import { periodOf, type Bounds, type ChunkFilter, type FilterCondition, type FilterTest } from '@arbiter/ports';

type Comparison = keyof Bounds;
const COMPARISONS: readonly Comparison[] = ['gt', 'gte', 'lt', 'lte'];
/** What `date_from` and `date_to` bound. */
const DATE_KEY = 'date';

/**
 * The filters of a request as conditions on chunks.
 *
 * @throws ArbiterError INVALID_REQUEST naming the key whose bounds mix numbers and dates, or are no date
 */
export function chunkFilterOf({ date_from, date_to, ...filters }: SearchFilters): ChunkFilter {
  const dates = { ...(date_from !== undefined && { gte: date_from }), ...(date_to !== undefined && { lte: date_to }) };
  return [
    ...Object.entries(filters).flatMap(([key, filter]) => conditionsOf(key, operatorsOf(filter))),
    ...rangeConditions(DATE_KEY, dates, (name) => (name === 'gte' ? 'date_from' : 'date_to')),
  ];
}

/** The chunks of documents that a caller may read; no condition for one that may read them all. */
export function readableBy(caller: Principal | null): ChunkFilter {
  const groups = caller?.groups ?? null;
  return groups === null ? [] : [{ key: ACCESS_GROUPS, test: { kind: 'any-of', values: groups }, orAbsent: true }];
}

type Filter = Exclude<SearchFilters[string], undefined>;
type Operators = Omit<FilterOperators, 'not'> & { readonly not?: Exclude<FilterOperators['not'], undefined> };

function operatorsOf(filter: Filter): FilterOperators {
  if (Array.isArray(filter)) return { in: filter };
  return typeof filter === 'object' ? filter : { eq: filter };
}

function conditionsOf(key: string, { not, exists, ...rest }: Operators | FilterOperators): FilterCondition[] {
  return [
    ...(rest.eq === undefined ? [] : [condition(key, { kind: 'any-of', values: [rest.eq] })]),
    ...(rest.in === undefined ? [] : [condition(key, { kind: 'any-of', values: rest.in })]),
    ...(exists === undefined ? [] : [{ ...condition(key, { kind: 'exists' }), negated: !exists }]),
    ...rangeConditions(key, rest),
    ...(not === undefined ? [] : negatedCondition(key, operatorsOf(not))),
  ];
}

/** What does not hold: one condition, since "not both" is more than a list of conditions can say. */
function negatedCondition(key: string, operators: FilterOperators): FilterCondition[] {
  const conditions = conditionsOf(key, operators);
  if (conditions.length !== 1) refuse(`${key}.not`, 'must hold one operator, or the bounds of one range');
  return conditions.map((inner) => ({ ...inner, negated: !(inner.negated ?? false) }));
}

function rangeConditions(
  key: string,
  operators: Partial<Record<Comparison, number | string | undefined>>,
  /** What an error calls the filter of a bound. */
  named: (name: Comparison) => string = () => key,
): FilterCondition[] {
  const given = COMPARISONS.flatMap((name) => {
    const bound = operators[name];
    return bound === undefined ? [] : [{ name, bound }];
  });
  if (given.length === 0) return [];
  if (given.every(({ bound }) => typeof bound === 'number')) {
    return [condition(key, { kind: 'number-range', bounds: boundsOf(given.map(({ name, bound }) => [name, bound])) })];
  }
  if (given.some(({ bound }) => typeof bound === 'number')) refuse(key, 'must have two numbers or two dates as bounds');
  const dates = given.map(({ name, bound }) => dateBound(named(name), name, String(bound)));
  return [condition(key, { kind: 'date-range', bounds: boundsOf(dates) })];
}

/** A bound includes, or leaves out, all of the year, month or day that it names. */
function dateBound(key: string, name: Comparison, text: string): [Comparison, number] {
  const period = periodOf(text);
  if (!period) return refuse(key, `"${text}" is not a date that exists`);
  if (name === 'gt') return ['gte', period.end];
  if (name === 'lte') return ['lt', period.end];
  return [name, period.start];
}

function boundsOf(entries: readonly (readonly [Comparison, number | string])[]): Bounds {
  const bounds: Partial<Record<Comparison, number>> = {};
  for (const [name, value] of entries) {
    const bound = Number(value);
    const known = bounds[name];
    // Two dates may lead to the same comparison: the narrower one holds.
    if (known === undefined) bounds[name] = bound;
    else bounds[name] = name.startsWith('g') ? Math.max(known, bound) : Math.min(known, bound);
  }
  return bounds;
}

function condition(key: string, test: FilterTest): FilterCondition {
  return { key, test };
}

function refuse(key: string, rule: string): never {
  const path = `filters.${key}`;
  throw new ArbiterError('INVALID_REQUEST', `Invalid request: "${path}": ${rule}.`, {
    details: { issues: [{ path, message: rule }] },
  });
}
