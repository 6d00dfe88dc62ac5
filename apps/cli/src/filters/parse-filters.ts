import { ArbiterError, type FilterOperators, type OperationRequest, type search } from '@arbiter/contracts';

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

export type FilterScalar = string | number | boolean;

/** One value and the comma or end behind it: in quotation marks, as JSON writes texts, or bare. */
const VALUE = /(?:\s*(?<quoted>"(?:[^"\\]|\\.)*")\s*|(?<bare>[^,]*))(?<end>,|$)/sy;
/** Numbers as JSON writes them (RFC 8259, section 6): `007` and `+1` are texts. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Values between commas. What reads as a number, `true` or `false` is one, as in a document's front matter; quotation
 * marks make a text of anything, commas included.
 *
 * @param key whose values they are, for the error
 * @returns empty for a blank text
 * @throws ArbiterError INVALID_REQUEST for a value that is missing, not closed, or begins with a sign
 */
export function parseFilterValues(key: string, text: string): readonly FilterScalar[] {
  if (text.trim() === '') return [];
  const values: FilterScalar[] = [];
  VALUE.lastIndex = 0;
  for (;;) {
    const { quoted, bare = '', end } = VALUE.exec(text)?.groups ?? {};
    values.push(quoted === undefined ? scalarOf(key, bare.trim()) : textOf(key, quoted));
    if (end !== ',') return values;
  }
}

function scalarOf(key: string, bare: string): FilterScalar {
  if (bare === '') throw wrongFilter(key, 'has an empty value between commas; the empty text is ""');
  if (bare.startsWith('"')) throw wrongFilter(key, `has a value whose quotation marks do not close: ${bare}`);
  if (/^[=<>!~]/.test(bare)) {
    throw wrongFilter(key, `has a value that begins with "${bare.charAt(0)}": the signs are =, !=, >, >=, < and <=`);
  }
  if (bare === 'true' || bare === 'false') return bare === 'true';
  if (!NUMBER.test(bare)) return bare;
  const number = Number(bare);
  // An integer that a number cannot hold is an identifier.
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? bare : number;
}

function textOf(key: string, quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch (error) {
    throw wrongFilter(key, `has a value that is no text as JSON writes it: ${quoted}`, error);
  }
}

/**
 * What is wrong with one condition of a search.
 *
 * @param what the rest of a sentence that begins with the key
 */
export function wrongFilter(key: string, what: string, cause?: unknown): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `--filter: "${key}" ${what}.`, {
    details: { field: `filters.${key}` },
    cause,
  });
}
