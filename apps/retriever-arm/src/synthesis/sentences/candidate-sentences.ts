import type { Passage } from '@arbiter/contracts';
import { carryOut, findingQuotableSpans, readingSentences, type Span, type Steps, termSet } from '@arbiter/text';

/** A stretch of a passage that could stand in an answer. Offsets count in the stored document. */
export interface CandidateSentence {
  readonly passage: Passage;
  /** Rank of the passage, from 0. */
  readonly rank: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Distinct terms of the sentence itself. */
  readonly terms: ReadonlySet<string>;
  /** Opens with a word that points back to what the passage does not hold: read alone, it does not say of what it speaks. */
  readonly isDangling: boolean;
  /** Distinct terms of title, headings and aliases. They give the subject of a sentence that says "she" or "it". */
  readonly contextTerms: ReadonlySet<string>;
}

/** Shorter than this, in characters, is a fragment rather than a statement. */
const SHORTEST_SENTENCE = 12;

const HEADING_SIGN = /^#{1,6}\s+/;

/** Opens with a word that points back: the sentence before says what it points to. */
const POINTS_BACK =
  /^(?:he|she|it|they|him|her|his|hers|its|their|theirs|them|this|that|these|those|both|neither|here|there|such|the former|the latter|then|instead|otherwise|afterwards|after that|in that case|if so|if not)\b/i;

/** Longest run that a sentence pointing back may be extended to, in characters. */
const LONGEST_EXTENDED = 480;

/**
 * Cuts passages into sentences. One that opens by pointing back is extended by the sentence before it, so that it can
 * be read alone; overlapping passages of one document give each sentence once, to the better ranked. Questions answer
 * nothing, nor does a line that only repeats the title or a heading, nor what is written for readers like this one.
 *
 * @param passages best first
 */
export function candidateSentences(passages: readonly Passage[]): CandidateSentence[] {
  return carryOut(findingCandidates(passages));
}

/** {@link candidateSentences}, a sentence a step. */
export function* findingCandidates(passages: readonly Passage[]): Steps<CandidateSentence[]> {
  const seen = new Set<string>();
  const found: CandidateSentence[] = [];
  for (const [rank, passage] of passages.entries()) {
    const contextTerms = contextTermsOf(passage);
    const headings = [passage.title, ...passage.section].map((heading) => heading.trim().toLowerCase());
    const spans = yield* findingStandaloneSpans(passage.text);
    for (const { start, end } of yield* findingQuotableSpans(passage.text, spans)) {
      yield;
      const span = { start: passage.start + start, end: passage.start + end };
      const key = `${passage.documentId}:${span.end}`;
      const text = passage.text.slice(start, end);
      if (text.length < SHORTEST_SENTENCE || text.endsWith('?') || seen.has(key)) continue;
      if (headings.includes(text.replace(HEADING_SIGN, '').toLowerCase())) continue;
      seen.add(key);
      const isDangling = POINTS_BACK.test(text);
      found.push({ passage, rank, text, ...span, terms: termSet(text), isDangling, contextTerms });
    }
  }
  return found;
}

function* findingStandaloneSpans(text: string): Steps<Span[]> {
  const spans: Span[] = [];
  for (const region of regionsOf(text)) {
    yield;
    const sentences = (yield* readingSentences(text.slice(region.start, region.end))).map(({ start, end }) => ({
      start: region.start + start,
      end: region.start + end,
    }));
    for (const [index, { start, end }] of sentences.entries()) {
      yield;
      let from = index;
      while (
        from > 0 &&
        POINTS_BACK.test(text.slice(sentences[from]?.start ?? start, end)) &&
        end - (sentences[from - 1]?.start ?? 0) <= LONGEST_EXTENDED
      ) {
        from -= 1;
      }
      spans.push({ start: sentences[from]?.start ?? start, end });
    }
  }
  return spans;
}

/** Where a sentence cannot run on: the items of a list, and paragraphs. */
function regionsOf(text: string): Span[] {
  return textBlocks(text).flatMap(({ lines, isList }) => {
    const [first] = lines;
    const last = lines.at(-1);
    return isList || !first || !last ? lines : [{ start: first.start, end: last.end }];
  });
}

/** The other names that a document gives its subject (`aliases` of its front matter). */
export function aliasesOf({ aliases }: Passage['metadata']): readonly string[] {
  return Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
}

/** Distinct terms of a passage's context: its title, headings and aliases. */
export function contextTermsOf({ title, section, metadata }: Passage): Set<string> {
  return termSet([title, ...section, ...aliasesOf(metadata)].join('\n'));
}

/** Lines without an empty one between them. Offsets count in the text. */
interface TextBlock {
  readonly lines: readonly Span[];
  /** The lines are items, steps or rows rather than one paragraph with hard line ends. */
  readonly isList: boolean;
}

const MARKED = /^(?:[-*•–]|\(?(?:\d{1,3}|[a-z])[.)])\s/i;
/** How a line starts that goes on from the one before: prose with hard line ends. */
const GOES_ON = /^\p{Ll}/u;
/** How a paragraph begins and ends, and no list of small items does. */
const BEGINS = /^\p{Lu}/u;
const ENDS = /[.!?]$/;
/** Share of lines that may go on from the one before. */
const MAX_GOING_ON = 0.25;
/**
 * A shorter line was not broken because it was full, in characters: what follows it is the next item, though it begins small.
 * Markers of items may be gone by then, as those of Markdown are.
 */
const SHORTEST_WRAPPED = 45;
/** An item of a list rarely runs longer; a paragraph does. In characters. */
const LONGEST_ITEM = 400;

/** @returns in order; every line without the white space around it, empty lines left out */
export function textBlocks(text: string): TextBlock[] {
  return [...text.matchAll(/(?<![^\n])[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/g)].map((block) => {
    const lines = [...block[0].matchAll(/\S(?:[^\n]*\S)?/g)].map((line) => ({
      start: block.index + line.index,
      end: block.index + line.index + line[0].length,
    }));
    return { lines, isList: readsAsList(lines.map(({ start, end }) => text.slice(start, end))) };
  });
}

/** A line alone may be the part of a list that its passage holds: whether it is one, its neighbours tell. */
function readsAsList(lines: readonly string[]): boolean {
  if (lines.some((line) => line.length > LONGEST_ITEM)) return false;
  const isSentence = BEGINS.test(lines[0] ?? '') && ENDS.test(lines.at(-1) ?? '');
  const goingOn = lines.filter((line, index) => {
    const isWrapped = isSentence || (lines[index - 1]?.length ?? 0) >= SHORTEST_WRAPPED;
    return isWrapped && GOES_ON.test(line) && !MARKED.test(line);
  }).length;
  return goingOn <= MAX_GOING_ON * lines.length;
}
