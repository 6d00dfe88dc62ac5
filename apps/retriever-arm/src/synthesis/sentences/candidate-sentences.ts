import { runInHeadingsOf, type Passage } from '@arbiter/contracts';
import {
  carryOut,
  findingQuotableSpans,
  LEADS_UP,
  readingSentences,
  type Span,
  type Steps,
  termSet,
} from '@arbiter/text';
import { type TextRegion, textRegions } from './text-blocks.js';

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
  /** Points back to what the passage does not hold, or leads up to what follows: read alone, it does not say of what it speaks. */
  readonly isDangling: boolean;
  /** It holds code, which is shown in its own lines. */
  readonly keepsLines: boolean;
  /** Distinct terms of title, headings and aliases. They give the subject of a sentence that says "she" or "it". */
  readonly contextTerms: ReadonlySet<string>;
}

/** Shorter than this, in characters, is a fragment rather than a statement. */
const SHORTEST_SENTENCE = 12;

const HEADING_SIGN = /^#{1,6}\s+/;

/** Opens with a word that points back: the sentence before says what it points to. */
const POINTS_BACK =
  /^(?:he|she|it|they|him|her|his|hers|its|their|theirs|them|this|that|these|those|both|neither|here|there|such|the former|the latter|then|instead|otherwise|afterwards|after that|in that case|if so|if not)\b/i;

/** A paragraph's first sentence of at most so many words only names what the next one speaks of: "Fen hound. It is …". */
const LONGEST_NAME = 4;
const SPEAKS_OF_NAME = /^(?:he|she|it|they)\b/i;

/** Longest run that a sentence pointing back may be extended to, in characters. */
const LONGEST_EXTENDED = 480;
/** Lines in bold that are longer together are no headings of what follows, but statements of their own. In characters. */
const LONGEST_HEADINGS = 160;

/**
 * Cuts passages into sentences. One that opens by pointing back is extended by the sentence before it, so that it can
 * be read alone; one that leads up to code is said with it, lines and all, and a run-in heading with what follows it. Overlapping passages of one document give each sentence once, to the better ranked. Questions answer
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
    const regions = textRegions(passage.text);
    const codeEnds = new Set(regions.flatMap((region) => (region.isCode ? [region.end] : [])));
    const runIns = runInHeadingsOf(passage.metadata).map((heading) => ({
      start: heading.start - passage.start,
      end: heading.end - passage.start,
    }));
    const spans = yield* findingStandaloneSpans(passage.text, regions, runIns);
    for (const { start, end } of yield* findingQuotableSpans(passage.text, spans)) {
      yield;
      const span = { start: passage.start + start, end: passage.start + end };
      const isHeaded = runIns.some((heading) => heading.start === start);
      const key = `${passage.documentId}:${span.end}:${isHeaded}`;
      const text = passage.text.slice(start, end);
      if (text.length < SHORTEST_SENTENCE || text.endsWith('?') || seen.has(key)) continue;
      if (headings.includes(text.replace(HEADING_SIGN, '').toLowerCase())) continue;
      seen.add(key);
      const isDangling = POINTS_BACK.test(text) || LEADS_UP.test(text);
      const keepsLines = codeEnds.has(end);
      found.push({ passage, rank, text, ...span, terms: termSet(text), isDangling, keepsLines, contextTerms });
    }
  }
  return found;
}

/** @param runIns run-in headings, ascending: each is said with the sentence behind it, which may be said without it */
function* findingStandaloneSpans(text: string, regions: readonly TextRegion[], runIns: readonly Span[]): Steps<Span[]> {
  const found = new StandaloneSpans(text, runIns);
  for (const { isCode, ...region } of regions) {
    yield;
    if (isCode) {
      found.addCode(region);
      continue;
    }
    const sentences = (yield* readingSentences(text.slice(region.start, region.end))).map(({ start, end }) => ({
      start: region.start + start,
      end: region.start + end,
    }));
    for (const [index, sentence] of sentences.entries()) {
      yield;
      found.addSentence(sentence, sentences, index);
    }
  }
  return found.all();
}

/** Spans that can be said alone, in the order of their ends. */
class StandaloneSpans {
  readonly #spans: Span[] = [];
  /** Where a heading stands that nothing has followed yet. */
  #heading: Span | null = null;

  constructor(
    private readonly text: string,
    private readonly runIns: readonly Span[],
  ) {}

  /** Code goes with the sentence that leads up to it. */
  addCode(region: Span): void {
    const heading = this.#heading;
    this.#spans.push(...headed(heading, region));
    this.#heading = null;
    if (heading && this.#leadsUp(heading)) return;
    const before = this.#spans.at(-1);
    if (before && this.#leadsUp(before)) this.#spans.splice(-1, 1, { ...before, end: region.end });
    else this.#spans.push(region);
  }

  addSentence(sentence: Span, sentences: readonly Span[], index: number): void {
    const { start, end } = sentence;
    if (this.#isName(sentence, sentences, index) || this.runIns.some((one) => one.start <= start && end <= one.end)) {
      this.#addHeading(sentence);
      return;
    }
    this.#spans.push(...headed(this.#heading, sentence));
    this.#heading = null;
    let from = start;
    for (let at = index - 1; at >= 0 && POINTS_BACK.test(this.text.slice(from, end)); at -= 1) {
      const before = sentences[at]?.start ?? from;
      if (end - before > LONGEST_EXTENDED) break;
      from = before;
    }
    this.#spans.push({ start: from, end });
  }

  /** With nothing behind it, a heading may be all that its paragraph says. */
  all(): Span[] {
    return this.#heading ? [...this.#spans, this.#heading] : this.#spans;
  }

  /** Headings in a row are one, unless they get so long that they are statements. */
  #addHeading({ start, end }: Span): void {
    const heading = this.#heading;
    const isList = heading !== null && end - heading.start > LONGEST_HEADINGS;
    if (heading && isList) this.#spans.push(heading);
    this.#heading = { start: isList ? start : (heading?.start ?? start), end };
  }

  #isName({ start, end }: Span, sentences: readonly Span[], index: number): boolean {
    const next = sentences[index + 1];
    if (index > 0 || !next || !SPEAKS_OF_NAME.test(this.text.slice(next.start, next.end))) return false;
    return this.text.slice(start, end).split(/\s+/).length <= LONGEST_NAME;
  }

  #leadsUp({ start, end }: Span): boolean {
    return LEADS_UP.test(this.text.slice(start, end));
  }
}

/** What follows a heading, with it; nothing where that would be too long. */
function headed(heading: Span | null, { end }: Span): Span[] {
  return heading && end - heading.start <= LONGEST_EXTENDED ? [{ start: heading.start, end }] : [];
}

/** The other names that a document gives its subject (`aliases` of its front matter). */
export function aliasesOf({ aliases }: Passage['metadata']): readonly string[] {
  return Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
}

/** Distinct terms of a passage's context: its title, headings and aliases. */
export function contextTermsOf({ title, section, metadata }: Passage): Set<string> {
  return termSet([title, ...section, ...aliasesOf(metadata)].join('\n'));
}
