import type { Span } from '../span.js';

/** Quotations within quotations that are told apart. */
const MAX_DEPTH = 4;

/** Closing marks by opening mark. „…“ closes with the mark that opens “…”, and »…« is «…» in German. */
const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['＂', '＂'],
  ['“', '”'],
  ['„', '“”'],
  ['‟', '”'],
  ['”', '”'],
  ['«', '»'],
  ['»', '«'],
  ['‹', '›'],
  ['›', '‹'],
  ['「', '」'],
  ['｢', '｣'],
  ['『', '』'],
  ['〝', '〟〞'],
  ["'", "'"],
  ['‘', '’'],
  ['’', '’'],
  // Its partner may have been made straight.
  ['‚', "‘’'"],
]);

/** Marks that also close: whether they open is read from what stands beside them. */
const AMBIGUOUS = new Set(['"', '＂', '”', '»', '›']);
/** Marks that are apostrophes as often. */
const APOSTROPHES = new Set(["'", '’', '‘']);

const MARKS = /["＂“”„‟«»‹›「」｢｣『』〝〟〞'‘’‚]/g;
const WORD = /[\p{L}\p{N}]/u;
const DIGIT = /\d/;
const SPACE = /^\s?$/;
const OPENING_PUNCTUATION = /[([{\s—–-]/;
/** Stands for what is left out at the head of a word: "'tis", "rock 'n' roll", "the '90s", "'s-Gravenhage". */
const ELISION = /^.(?:\d|(?:tis|twas|twere|twill|n|em|til|cause|round|bout)(?![\p{L}\p{N}])|s[- ]|t )/iu;

/**
 * The quotations of a text: what stands between two quotation marks that belong together, of any kind and language. A mark without its
 * partner is a character like any other, `5"` a length, and an apostrophe in or behind a word ("isn't", "the boys' boat") no mark.
 *
 * @returns spans without their marks, by where they end; one quotation may hold others
 */
export function quotationsIn(text: string): Span[] {
  const spans: Span[] = [];
  const open: { readonly mark: string; readonly start: number }[] = [];
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    const opener = open.findLastIndex((one) => CLOSERS.get(one.mark)?.includes(mark));
    if (opener !== -1 && closes(text, index)) {
      spans.push({ start: (open[opener]?.start ?? index) + 1, end: index });
      open.length = opener;
    } else if (opens(text, index)) {
      // Of two straight marks that both open, the first has no partner.
      if ((mark === '"' || APOSTROPHES.has(mark)) && opener !== -1) open.length = opener;
      if (open.length < MAX_DEPTH) open.push({ mark, start: index });
    }
  }
  return spans;
}

function opens(text: string, index: number): boolean {
  const mark = text.charAt(index);
  if (!CLOSERS.has(mark)) return false;
  if (APOSTROPHES.has(mark)) return looksOpening(text, index) && !ELISION.test(text.slice(index, index + 8));
  if (!AMBIGUOUS.has(mark)) return true;
  const before = text.charAt(index - 1);
  return !SPACE.test(text.charAt(index + 1)) && !(mark === '"' ? DIGIT : WORD).test(before);
}

/** Only a straight mark is ever in doubt: it may open another quotation, or be the sign for inches. An apostrophe is within its word. */
function closes(text: string, index: number): boolean {
  const mark = text.charAt(index);
  if (APOSTROPHES.has(mark)) return !SPACE.test(text.charAt(index - 1)) && !WORD.test(text.charAt(index + 1));
  if (mark !== '"') return true;
  if (looksOpening(text, index)) return false;
  if (!DIGIT.test(text.charAt(index - 1))) return true;
  const next = text.indexOf('"', index + 1);
  return next === -1 || looksOpening(text, next) || DIGIT.test(text.charAt(next - 1));
}

/** Whether a mark has a space, an opening bracket or another opening mark before it, and no space after it. */
function looksOpening(text: string, index: number): boolean {
  const before = text.charAt(index - 1);
  const isFree =
    before === '' || OPENING_PUNCTUATION.test(before) || (text.charAt(index) !== '"' && CLOSERS.has(before));
  return isFree && !SPACE.test(text.charAt(index + 1));
}
