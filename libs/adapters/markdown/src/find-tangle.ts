/**
 * Quotes and lists within each other on one line. The parser's time grows with the square of it: 64 levels cost
 * milliseconds, 5,000 cost seconds (measured).
 */
const MAX_NESTING = 64;
/** Leading white space of a line, which opens one nested list item for every two columns. */
const MAX_INDENT = 256;
/**
 * Marks in one paragraph that may open something (emphasis, code, link, tag). Each unclosed one is looked at again
 * for every later one: 2,000 cost half a second, 16,000 half a minute (measured).
 */
const MAX_OPENERS = 2_000;
/** One paragraph or line that no cut could shorten. */
const MAX_LENGTH = 512 * 1024;

const CONTAINER_MARKS = /^(?:[^\S\n]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))+/;
const SINGLE_MARKS = />|[-*+]|(?<!\d)\d+[.)]/g;
const OPENERS = /[*_~`]+|[[<]/g;
const STARTS_ANEW = /^\s*(?:[-*+>]|\d{1,9}[.)]|#{1,6})\s/;

/**
 * Tells markdown that would take the parser very long, by accident or by intent.
 *
 * @returns what it is, as the object of "holds"; undefined for markdown that people write
 */
export function findTangle(source: string): string | undefined {
  if (source.length > MAX_LENGTH) return 'a paragraph that is too long';
  let openers = 0;
  let inTable = false;
  for (const line of source.split('\n')) {
    const indent = line.length - line.trimStart().length;
    if (indent > MAX_INDENT && indent < line.length) return 'lines that are indented too deeply';
    const marks = CONTAINER_MARKS.exec(line)?.[0] ?? '';
    if (count(marks, SINGLE_MARKS) > MAX_NESTING) return 'quotes or lists that are nested too deeply';

    if (line.trim() === '') inTable = false;
    if (/^[\s|:-]+$/.test(line) && line.includes('-')) inTable = line.includes('|');
    if (inTable || line.trim() === '' || STARTS_ANEW.test(line)) openers = 0;
    openers += count(line, OPENERS);
    if (openers > MAX_OPENERS) return 'a paragraph with too many brackets or emphasis marks';
  }
  return undefined;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
