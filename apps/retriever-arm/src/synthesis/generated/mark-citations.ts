import type { Passage } from '@arbiter/contracts';
import type { CitableDocument, TextCitation } from '@arbiter/ports';
import { restoreText } from '@arbiter/prompting';
import { type Span, splitSentences } from '@arbiter/text';

/** What a marker becomes that names no source: no citation has this number, and `AnswerWriter` takes it out. */
export const INVENTED_MARKER = '[0]';

/** Words of a source that a vendor has bound to a text. */
export interface SourceQuote {
  /** From 1, as in a marker. */
  readonly source: number;
  /** As the prompt shows them. */
  readonly text: string;
}

export interface MarkedText {
  readonly text: string;
  readonly quotes: readonly SourceQuote[];
}

const FINAL_MARKS: ReadonlySet<string> = new Set('.,;:!?…。！？');
const CLOSING_MARKS: ReadonlySet<string> = new Set('"\'”’»)*_');

/**
 * Writes a vendor's citations as a model would: markers at the end of every sentence of the text, before its final mark.
 *
 * @param documents document `i` shows source `[i + 1]`
 * @returns a citation of what the documents do not hold as {@link INVENTED_MARKER}
 */
export function markCitations(
  { text, citations = [] }: { readonly text: string; readonly citations?: readonly TextCitation[] },
  documents: readonly CitableDocument[],
): MarkedText {
  const quotes = citations.map((citation) => quoteOf(citation, documents));
  if (quotes.length === 0) return { text, quotes: [] };
  const markers = [...new Set(quotes.map((quote) => (quote ? `[${quote.source}]` : INVENTED_MARKER)))].join('');
  let marked = '';
  let from = 0;
  for (const { start, end } of splitSentences(text)) {
    const sentence = text.slice(start, end);
    // The number of a list item is no claim.
    if (!/\p{L}/u.test(sentence)) continue;
    const at = start + lengthOfWords(sentence);
    marked += `${text.slice(from, at)} ${markers}`;
    from = at;
  }
  return { text: marked + text.slice(from), quotes: quotes.filter((quote) => quote !== null) };
}

/** @returns where the marks at the end of a text begin, with what closes after them; its end where there are none */
function lengthOfWords(text: string): number {
  let closed = text.length;
  while (CLOSING_MARKS.has(text[closed - 1] ?? '')) closed -= 1;
  let at = closed;
  while (FINAL_MARKS.has(text[at - 1] ?? '')) at -= 1;
  return at === closed ? text.length : at;
}

function quoteOf({ document, start, end }: TextCitation, documents: readonly CitableDocument[]): SourceQuote | null {
  const shown = documents[document];
  if (!shown || start < 0 || end > shown.text.length) return null;
  const text = shown.text.slice(start, end);
  return text.trim() === '' ? null : { source: document + 1, text };
}

/** What the prompt put before and after a sentence, where it left out others. */
const GAPS_AROUND = /^[\s…]+|(?<![\s…])[\s…]+$/g;

/** @returns where a passage holds the words, as offsets in the stored document; nothing where the prompt joined what it holds apart */
export function placeQuote({ text }: SourceQuote, passage: Passage): Span[] {
  const words = restoreText(text).replace(GAPS_AROUND, '');
  const at = words === '' ? -1 : passage.text.indexOf(words);
  const start = passage.start + at;
  return at < 0 ? [] : [{ start, end: start + words.length }];
}
