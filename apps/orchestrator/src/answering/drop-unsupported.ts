import type { ClaimVerdict } from '@arbiter/contracts';
import type { WrittenAnswer } from './attempt.js';

export interface Shortened {
  readonly synthesis: WrittenAnswer;
  /** Sentences that were taken out, without their markers. */
  readonly dropped: readonly string[];
}

const MARKER = /(?<!\s)\s*\[\d+\]/g;

/**
 * Takes the sentences out of an answer that make a claim which the sources do not fully support. What is left keeps its
 * layout; markers count from 1 again, and citations that nothing points to any more are gone.
 *
 * @param verdicts on the claims of this very answer: their spans count in its text
 * @returns null when no sentence would be taken out, or none would be left
 */
export function dropUnsupported(synthesis: WrittenAnswer, verdicts: readonly ClaimVerdict[]): Shortened | null {
  const unsupported = verdicts.filter(({ support }) => support !== 'fully_supported').map(({ claim }) => claim);
  const isUnsupported = ({ start, end }: Span): boolean =>
    unsupported.some((claim) => claim.start < end && start < claim.end);
  const kept = synthesis.sentences.filter((sentence) => !isUnsupported(sentence));
  if (kept.length === 0 || kept.length === synthesis.sentences.length) return null;
  return {
    synthesis: rebuilt(synthesis, kept),
    dropped: synthesis.sentences
      .filter((sentence) => !kept.includes(sentence))
      .map(({ start, end }) => synthesis.text.slice(start, end).replace(MARKER, '')),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function rebuilt(synthesis: WrittenAnswer, kept: WrittenAnswer['sentences']): WrittenAnswer {
  const { text, sentences } = synthesis;
  const numbers = new Map<number, number>();
  const numberOf = (marker: number): number => {
    const known = numbers.get(marker);
    if (known !== undefined) return known;
    numbers.set(marker, numbers.size + 1);
    return numbers.size;
  };
  let shortened = '';
  const highlights: Span[] = [];
  const spans = kept.map((sentence, index) => {
    const before = sentences[sentences.indexOf(sentence) - 1];
    const separator = text.slice(before?.end ?? 0, sentence.start);
    // The text between two sentences is dropped with the first of them, except for a bullet.
    shortened += index === 0 ? separator.trimStart() : separator;
    const start = shortened.length;
    // Markers stand behind the words of a sentence, so that their new numbers move none of its highlights.
    const own = (synthesis.highlights ?? []).filter((each) => each.start >= sentence.start && each.end <= sentence.end);
    highlights.push(...own.map((each) => moved(each, start - sentence.start)));
    shortened += text
      .slice(sentence.start, sentence.end)
      .replace(/\[(\d+)\]/g, (_, digits: string) => `[${numberOf(Number(digits))}]`);
    return { start, end: shortened.length, markers: sentence.markers.map(numberOf) };
  });
  const citations = [...numbers].flatMap(([marker, number]) => {
    const citation = synthesis.citations.find((one) => one.marker === marker);
    return citation ? [{ ...citation, marker: number }] : [];
  });
  const { shortAnswer, highlights: _before, ...rest } = synthesis;
  const isKept = highlights.some(({ start, end }) => shortened.slice(start, end) === shortAnswer);
  return {
    ...rest,
    text: shortened,
    citations,
    sentences: spans,
    ...(isKept && shortAnswer !== undefined && { shortAnswer }),
    ...(highlights.length > 0 && { highlights }),
  };
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
