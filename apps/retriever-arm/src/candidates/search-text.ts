/** A query as a person typed it. */
export interface SearchText {
  /** Without quotation marks. */
  readonly text: string;
  /** What stood in quotation marks, each once. Empty for prose, whose quotations only say what its author read. */
  readonly phrases: readonly string[];
  /** Whether nothing but phrases was asked for. */
  readonly isPhrasesOnly: boolean;
}

/** Queries of paragraphs quote in passing: past any of these bounds (lengths in UTF-16 code units) they are prose. */
const MAX_PHRASES = 4;
const MAX_PHRASE_LENGTH = 160;
const MAX_QUERY_LENGTH = 400;

/** Quotations within quotations that are told apart. */
const MAX_DEPTH = 4;

/**
 * Closing marks by opening mark. „…“ closes with the mark that opens “…”, and »…« is «…» in German. Single marks are not
 * here: they are apostrophes as often.
 */
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
]);

/** Marks that also close: whether they open is read from what stands beside them. */
const AMBIGUOUS = new Set(['"', '＂', '”', '»', '›']);

const MARKS = /["＂“”„‟«»‹›「」｢｣『』〝〟〞]/g;
const WORD = /[\p{L}\p{N}]/u;
const DIGIT = /\d/;
const SPACE = /^\s?$/;
const OPENING_PUNCTUATION = /[([{\s—–-]/;

interface Span {
  /** Of its first character inside, and past its last. */
  readonly start: number;
  readonly end: number;
}

/** A quotation mark without its partner is a character like any other, and `5"` a length. */
export function parseSearchText(query: string): SearchText {
  const text = query.replaceAll(MARKS, ' ').trim();
  const spans = quotedSpans(query);
  const phrases = [...new Set(spans.map(({ start, end }) => query.slice(start, end).replaceAll(MARKS, ' ').trim()))];
  const asked = phrases.filter((phrase) => WORD.test(phrase));
  const isProse =
    query.length > MAX_QUERY_LENGTH ||
    asked.length > MAX_PHRASES ||
    asked.some((phrase) => phrase.length > MAX_PHRASE_LENGTH);
  if (isProse || asked.length === 0) return { text, phrases: [], isPhrasesOnly: false };
  return { text, phrases: asked, isPhrasesOnly: !WORD.test(outside(query, spans)) };
}

/** @returns by where they end; one quotation may hold others */
function quotedSpans(query: string): Span[] {
  const spans: Span[] = [];
  const open: { readonly mark: string; readonly start: number }[] = [];
  for (const { 0: mark, index } of query.matchAll(MARKS)) {
    const opener = open.findLastIndex((one) => CLOSERS.get(one.mark)?.includes(mark));
    if (opener !== -1 && closes(query, index)) {
      spans.push({ start: (open[opener]?.start ?? index) + 1, end: index });
      open.length = opener;
    } else if (opens(query, index)) {
      // Of two straight marks that both open, the first has no partner.
      if (mark === '"' && opener !== -1) open.length = opener;
      if (open.length < MAX_DEPTH) open.push({ mark, start: index });
    }
  }
  return spans;
}

function opens(query: string, index: number): boolean {
  const mark = query.charAt(index);
  if (!CLOSERS.has(mark)) return false;
  if (!AMBIGUOUS.has(mark)) return true;
  const before = query.charAt(index - 1);
  return !SPACE.test(query.charAt(index + 1)) && !(mark === '"' ? DIGIT : WORD).test(before);
}

/** Only a straight mark is ever in doubt: it may open another quotation, or be the sign for inches. */
function closes(query: string, index: number): boolean {
  if (query.charAt(index) !== '"') return true;
  if (looksOpening(query, index)) return false;
  if (!DIGIT.test(query.charAt(index - 1))) return true;
  const next = query.indexOf('"', index + 1);
  return next === -1 || looksOpening(query, next) || DIGIT.test(query.charAt(next - 1));
}

/** Whether a straight mark has a space or an opening bracket before it, and none after it. */
function looksOpening(query: string, index: number): boolean {
  const before = query.charAt(index - 1);
  return (before === '' || OPENING_PUNCTUATION.test(before)) && !SPACE.test(query.charAt(index + 1));
}

function outside(query: string, spans: readonly Span[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start > from) rest += query.slice(from, start);
    from = Math.max(from, end);
  }
  return rest + query.slice(from);
}
