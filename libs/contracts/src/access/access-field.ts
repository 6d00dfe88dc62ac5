import { ArbiterError } from '../errors.js';
import { ACCESS_GROUPS } from './principal.js';

/** Nesting of metadata that is looked through. Deeper values come from no document that people wrote. */
const MAX_DEPTH = 40;
const FIELD = foldKey(ACCESS_GROUPS);
/** What people write for it: the plural is forgotten as easily as a letter. */
const SPELLINGS: readonly string[] = [FIELD, FIELD.slice(0, -1)];

/** Letters of a key in lower case: `Access-Groups`, `accessGroups` and `access groups` are the same field. */
function foldKey(key: string): string {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
}

/** Whether a key is the field of access groups in any spelling: another case, other separators, or one letter that is wrong. */
export function looksLikeAccessField(key: string): boolean {
  if (key.length > 100) return false;
  const folded = foldKey(key);
  return SPELLINGS.some((spelling) => withinOneEdit(folded, spelling));
}

/**
 * A field of metadata that was meant to name groups and does not count as such: it is misspelt, stands within another field, or is
 * `groups` within `access`.
 *
 * @returns as a path with dots; undefined if there is none
 */
export function strayAccessField(metadata: Readonly<Record<string, unknown>>): string | undefined {
  const stack: { readonly value: unknown; readonly path: readonly string[] }[] = [{ value: metadata, path: [] }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) continue;
    for (const [key, inner] of Object.entries(value)) {
      const own = [...path, key];
      const isField = key === ACCESS_GROUPS && path.length === 0;
      const isMeant = looksLikeAccessField(key) || looksLikeAccessField(own.slice(-2).join(' '));
      if (isMeant && !isField) return own.join('.');
      stack.push({ value: inner, path: own });
    }
  }
  return undefined;
}

/** The refusal of a document of which nobody can tell who may read it. A former version of it may not stay readable. */
export function accessRefusal(message: string): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', message, { details: { field: ACCESS_GROUPS } });
}

/** Whether a document was refused because nobody can tell who may read it. */
export function isAccessRefusal({ code, details }: ArbiterError): boolean {
  return code === 'INVALID_REQUEST' && details.field === ACCESS_GROUPS;
}

/** Whether two words differ by at most one letter more, less or other, or by two that changed places. */
function withinOneEdit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  const ends = [short.slice(from), long.slice(from)] as const;
  let same = 0;
  while (same < ends[0].length && ends[0].at(-1 - same) === ends[1].at(-1 - same)) same += 1;
  const [left, right] = ends.map((end) => end.slice(0, end.length - same)) as [string, string];
  return right.length <= 1 || (left.length === 2 && left === `${right.charAt(1)}${right.charAt(0)}`);
}
