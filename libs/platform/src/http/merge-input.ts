import { invalidField } from './http-error.js';

export interface InputParts {
  /** Parameters of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed body; undefined when there was none. */
  readonly body: unknown;
}

/**
 * The raw input of an operation from the parts of a request, not yet validated. A query parameter that is given several
 * times becomes a list.
 *
 * @throws ArbiterError INVALID_REQUEST when the body is no object, or two parts give one field different values
 */
export function mergeInput({ path, query, body }: InputParts): Record<string, unknown> {
  if (body !== undefined && !isObject(body)) throw invalidField('', 'the body must be a JSON object');
  const merged = new Map<string, unknown>(Object.entries(path));
  const parts = [...queryEntries(query), ...Object.entries(body ?? {})];
  for (const [field, value] of parts) {
    if (merged.has(field) && merged.get(field) !== value) {
      throw invalidField(field, 'is given twice with different values, in the address and in the body');
    }
    merged.set(field, value);
  }
  // fromEntries defines properties; assigning would let a field called __proto__ change the object's prototype.
  return Object.fromEntries(merged);
}

function queryEntries(query: URLSearchParams): [string, string | string[]][] {
  return [...new Set(query.keys())].map((field) => {
    const values = query.getAll(field);
    return [field, values.length === 1 ? (values[0] ?? '') : values];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
