import { quotationsIn, type Span } from '@arbiter/text';

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

/** Marks that are nothing else. Single ones are left where they are apostrophes. */
const MARKS = /["＂“”„‟«»‹›「」｢｣『』〝〟〞]/g;
const WORD = /[\p{L}\p{N}]/u;

/** A quotation mark without its partner is a character like any other, and `5"` a length (`quotationsIn`). */
export function parseSearchText(query: string): SearchText {
  const spans = quotationsIn(query);
  const marks = new Set(spans.flatMap(({ start, end }) => [start - 1, end]));
  const text = query
    .split('')
    .map((sign, index) => (marks.has(index) ? ' ' : sign))
    .join('')
    .replaceAll(MARKS, ' ');
  const phrases = [...new Set(spans.map(({ start, end }) => text.slice(start, end).trim()))];
  const asked = phrases.filter((phrase) => WORD.test(phrase));
  const isProse =
    query.length > MAX_QUERY_LENGTH ||
    asked.length > MAX_PHRASES ||
    asked.some((phrase) => phrase.length > MAX_PHRASE_LENGTH);
  if (isProse || asked.length === 0) return { text: text.trim(), phrases: [], isPhrasesOnly: false };
  return { text: text.trim(), phrases: asked, isPhrasesOnly: !WORD.test(outside(query, spans)) };
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
