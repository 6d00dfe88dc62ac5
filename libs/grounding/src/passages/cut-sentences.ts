import { splitSentences, tokenize, type Span } from '@arbiter/text';

/** Longest sentence in words; beyond it a transcript or a table row is cut. */
const LONGEST = 80;
/** A cut is made at the last punctuation after this many words, where there is one. */
const EARLIEST = 60;

/** A line above a paragraph of which it is no part: few words, no punctuation at its end, a capital after it. */
const HEADING = /^[^\n]*[^\s.,;:!?…–—-][ \t]*\n\s*(?=\p{Lu})/u;
const HEADING_WORDS = 8;

/** The sentences of a text, in order, headings by themselves, those of more than 80 words cut at a comma, semicolon or colon where one is near. */
export function cutSentences(text: string): Span[] {
  return splitSentences(text)
    .flatMap((sentence) => cutHeading(text, sentence))
    .flatMap((sentence) => cutLong(text, sentence));
}

function cutHeading(text: string, { start, end }: Span): Span[] {
  const [line = ''] = HEADING.exec(text.slice(start, end)) ?? [];
  if (line === '' || tokenize(line).length > HEADING_WORDS) return [{ start, end }];
  return [{ start, end: start + line.trimEnd().length }, ...cutHeading(text, { start: start + line.length, end })];
}

function cutLong(text: string, { start, end }: Span): Span[] {
  const words = tokenize(text.slice(start, end));
  if (words.length <= LONGEST) return [{ start, end }];
  const parts: Span[] = [];
  let from = start;
  for (let first = 0; first < words.length;) {
    const next = cutAfter(text, start, words, first);
    const to = next >= words.length ? end : start + (words[next]?.start ?? end - start);
    parts.push({ start: from, end: from + text.slice(from, to).trimEnd().length });
    from = to;
    first = next;
  }
  return parts;
}

/** Index of the word that begins the next part. */
function cutAfter(text: string, offset: number, words: readonly Span[], first: number): number {
  if (words.length - first <= LONGEST) return words.length;
  for (let next = first + LONGEST; next > first + EARLIEST; next--) {
    const gap = text.slice(offset + (words[next - 1]?.end ?? 0), offset + (words[next]?.start ?? 0));
    if (/[,;:)–—]/.test(gap)) return next;
  }
  return first + LONGEST;
}
