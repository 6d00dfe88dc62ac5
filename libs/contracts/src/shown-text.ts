/**
 * Characters that a terminal obeys or a reader cannot see. Controls (C0 except tab and newline, DEL, C1) begin every escape
 * sequence. Bidirectional controls show a text in another order than it has (Trojan Source, CVE-2021-42574). Invisible
 * characters can hide text for machines from people: zero-width spaces, variation selectors for ideographs, and tags
 * (U+E0000–E007F). Joiners stay, because scripts and emoji need them.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these are what it looks for
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}]|\p{Cs}/gu;
const LINE_ENDS = /[\n\u2028\u2029]/g;
const REPLACEMENT = '\uFFFD';

/**
 * Makes foreign text safe to show: documents, their names and titles. A replacement character stands for each removed code
 * unit, so that offsets stay valid.
 */
export function shownText(text: string): string {
  return text
    .replace(/\r\n/g, ' \n')
    .replace(/\r|[\u2028\u2029]/g, '\n')
    .replace(UNSEEN, (found) => REPLACEMENT.repeat(found.length));
}

/** The same for a name, which must not begin a new line. */
export function shownLine(name: string): string {
  return shownText(name).replace(LINE_ENDS, ' ').replaceAll('\t', ' ');
}

/** Keys of results whose values are names, not texts. */
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

/** The result of an operation with all its texts made safe to show. */
export function shownValue<T>(value: T, key = ''): T {
  if (typeof value === 'string') return (NAMES.has(key) ? shownLine(value) : shownText(value)) as T & string;
  if (Array.isArray(value)) return value.map((member: unknown) => shownValue(member, key)) as T & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  // The keys of a document's metadata are as foreign as its values.
  const entries = Object.entries(value).map(([name, member]) => [shownLine(name), shownValue(member, name)] as const);
  return Object.fromEntries(entries) as T;
}
