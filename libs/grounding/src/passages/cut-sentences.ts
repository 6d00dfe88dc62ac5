import { carryOut, eachToken, readingSentences, type Span, type Steps } from '@arbiter/text';
import { holdsMoreWords } from './read-words.js';

/** Longest sentence in words; beyond it a transcript or a table row is cut. */
const LONGEST = 80;
/** A cut is made at the last punctuation after this many words, where there is one. */
const EARLIEST = 60;

/** A line above a paragraph of which it is no part: few words, no punctuation at its end, a capital after it. */
const HEADING = /^[^\n]*[^\s.,;:!?…–—-][ \t]*\n\s*(?=\p{Lu})/u;
const HEADING_WORDS = 8;

/** The sentences of a text, in order, headings by themselves, those of more than 80 words cut at a comma, semicolon or colon where one is near. */
export function cutSentences(text: string): Span[] {
  return carryOut(cuttingSentences(text));
}

/** {@link cutSentences} for texts of any size: a sentence or a part of one a step. */
export function* cuttingSentences(text: string): Steps<Span[]> {
  const cut: Span[] = [];
  for (const sentence of yield* readingSentences(text)) {
    for (const part of eachHeading(text, sentence)) yield* cutLong(text, part, cut);
  }
  return cut;
}

/** The headings at the beginning of a sentence, each by itself, then the sentence. */
function* eachHeading(text: string, { start, end }: Span): Generator<Span> {
  let from = start;
  for (;;) {
    const [line = ''] = HEADING.exec(text.slice(from, end)) ?? [];
    if (line === '' || holdsMoreWords(line, HEADING_WORDS)) break;
    yield { start: from, end: from + line.trimEnd().length };
    from += line.length;
  }
  yield { start: from, end };
}

/** @param cut gets the parts of the sentence, a step each */
export function* cutLong(text: string, { start, end }: Span, cut: Span[]): Steps<void> {
  let from = start;
  let words: Span[] = [];
  for (const word of eachToken(text.slice(start, end))) {
    words.push(word);
    if (words.length <= LONGEST) continue;
    yield;
    const next = lastPunctuated(text, start, words);
    const to = start + (words[next]?.start ?? end - start);
    cut.push({ start: from, end: from + text.slice(from, to).trimEnd().length });
    from = to;
    words = words.slice(next);
  }
  yield;
  cut.push({ start: from, end });
}

/** Index of the word that begins the next part. */
function lastPunctuated(text: string, offset: number, words: readonly Span[]): number {
  for (let next = LONGEST; next > EARLIEST; next--) {
    const gap = text.slice(offset + (words[next - 1]?.end ?? 0), offset + (words[next]?.start ?? 0));
    if (/[,;:)–—]/.test(gap)) return next;
  }
  return LONGEST;
}
