/**
 * What a terminal or a reader would obey or not see: controls (C0 but for tab and newline, DEL, C1), which begin every
 * escape sequence; bidirectional controls, which show a text in another order than it has (Trojan Source,
 * CVE-2021-42574); and characters without a shape, in which text for machines hides from people: zero-width spaces,
 * variation selectors for ideographs, and tags (U+E0000–E007F). Joiners stay: scripts and emoji need them.
 */
const UNSEEN =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- these are what it looks for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}]|\p{Cs}/gu;
const LINE_ENDS = /[\n\u2028\u2029]/g;
const REPLACEMENT = '\uFFFD';

/**
 * Text that we have not written, as it may be shown: what stands in documents, their names and titles. Each code unit that
 * is not shown has a replacement character in its place, so that offsets still fit.
 */
export function shownText(text: string): string {
  return text
    .replace(/\r\n/g, ' \n')
    .replace(/\r|[\u2028\u2029]/g, '\n')
    .replace(UNSEEN, (found) => REPLACEMENT.repeat(found.length));
}

/** The same for a name, which must not begin a line of its own. */
export function shownLine(name: string): string {
  return shownText(name).replace(LINE_ENDS, ' ').replaceAll('\t', ' ');
}

/** Keys under which results hold names rather than texts. */
const NAMES: ReadonlySet<string> = new Set([
  'title',
  'source',
  'name',
  'section',
  'heading',
  'path',
  'origin',
  'current',
  'collection',
  'quote',
  'detail',
  'reason',
  'warning',
]);

/** A result of an operation with every text of it as it may be shown. */
export function shownValue<T>(value: T, key = ''): T {
  if (typeof value === 'string') return (NAMES.has(key) ? shownLine(value) : shownText(value)) as T & string;
  if (Array.isArray(value)) return value.map((member: unknown) => shownValue(member, key)) as T & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  // What a document's metadata calls its fields is as foreign as what it says.
  const entries = Object.entries(value).map(([name, member]) => [shownLine(name), shownValue(member, name)] as const);
  return Object.fromEntries(entries) as T;
}
