/** Everything that ends a line somewhere: CR LF, CR, vertical tab, form feed, NEL, line and paragraph separator. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Control characters (Unicode category Cc) other than the two that a text needs. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** Soft hyphen, zero-width space, word joiner, byte order mark: invisible, and in the way of every comparison. */
const INVISIBLES = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * The form in which all texts are stored and in which all offsets count: NFC, `\n` line ends, well-formed UTF-16,
 * no control characters but `\n` and `\t`, no invisible break hints. Idempotent.
 */
export function normalizeText(text: string): string {
  return text.toWellFormed().replace(LINE_ENDS, '\n').replace(CONTROLS, '').replace(INVISIBLES, '').normalize('NFC');
}

/** Runs of spaces and tabs become one space, none stands at an edge of a line; line ends stay. For prose. */
export function tidyLines(text: string): string {
  return text
    .replace(INVISIBLES, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

/** The text on one line, for headings, titles and table cells. Break hints go first: behind one at the edge a space would stay. */
export function singleLine(text: string): string {
  return text.replace(INVISIBLES, '').replace(/\s+/g, ' ').trim();
}
