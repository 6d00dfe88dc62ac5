import { MAX_OTHER_PLACES, placeIn, type Citation, type CitedPlace, type Passage } from '@arbiter/contracts';
import { quotableSpans, type Span, splitSentences } from '@arbiter/text';
import { sentenceKey } from './readable-sentence.js';

/** A sentence of so few words stands in many places by chance, as "Yes." and "See below." do. */
const LEAST_WORDS = 3;
const WORD = /[\p{L}\p{N}]+/gu;

interface KeyedSpan extends Span {
  readonly key: string;
}

/**
 * Names with each citation where else the passages hold the same sentence, or the same run of sentences: other documents that
 * say it word for word, or another place of its own. What another of the citations leads to is not named again, nor what
 * instructs a reader's model.
 *
 * @param passages better ones first; they may overlap
 * @returns the citations in their order, each with at most {@link MAX_OTHER_PLACES} places
 */
export function citeAllPlaces(citations: readonly Citation[], passages: readonly Passage[]): Citation[] {
  const read = new Map<Passage, readonly KeyedSpan[]>();
  const sentencesOf = (passage: Passage): readonly KeyedSpan[] => {
    const known = read.get(passage) ?? keyedSpans(passage);
    read.set(passage, known);
    return known;
  };
  return citations.map((citation) => {
    const alsoAt = [...(citation.alsoAt ?? [])];
    const words = wordsOf(citation.quote);
    const keys = keysOf(citation.quote);
    if (words.length < LEAST_WORDS || keys.length === 0) return citation;
    for (const passage of passages) {
      if (alsoAt.length >= MAX_OTHER_PLACES) break;
      // Few passages have to be divided into sentences. The first word may be written otherwise there, large or small.
      if (!words.slice(1).every((word) => passage.text.includes(word))) continue;
      const span = runOf(keys, sentencesOf(passage));
      const found = span && placeIn(passage, span);
      if (found && ![...citations, ...alsoAt].some((one) => overlaps(one, found))) alsoAt.push(found);
    }
    return alsoAt.length === 0 ? citation : { ...citation, alsoAt };
  });
}

/** Whether two quotes are the same sentence, or the same run of sentences; not of words that stand anywhere. */
export function isSameSentence(a: string, b: string): boolean {
  return wordsOf(a).length >= LEAST_WORDS && sentenceKey(a) === sentenceKey(b);
}

function wordsOf(quote: string): string[] {
  return [...quote.matchAll(WORD)].map(([word]) => word);
}

function keysOf(quote: string): string[] {
  return splitSentences(quote)
    .map(({ start, end }) => sentenceKey(quote.slice(start, end)))
    .filter((key) => key !== '');
}

/** Offsets in the stored document. The number of an item is none of its sentence. */
function keyedSpans({ text, start: from }: Passage): KeyedSpan[] {
  return quotableSpans(text, splitSentences(text)).flatMap(({ start, end }) => {
    const key = sentenceKey(text.slice(start, end));
    return key === '' ? [] : [{ start: from + start, end: from + end, key }];
  });
}

function runOf(keys: readonly string[], sentences: readonly KeyedSpan[]): Span | null {
  const at = sentences.findIndex((_, index) => keys.every((key, offset) => sentences[index + offset]?.key === key));
  const [first, last] = [sentences[at], sentences[at + keys.length - 1]];
  return first && last ? { start: first.start, end: last.end } : null;
}

function overlaps(a: Pick<CitedPlace, 'documentId' | 'start' | 'end'>, b: CitedPlace): boolean {
  return a.documentId === b.documentId && a.start < b.end && b.start < a.end;
}
