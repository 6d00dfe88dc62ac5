import { citeAllPlaces, isSameSentence } from '@arbiter/composition';
import {
  statementOf,
  type Citation,
  type CitedSpan,
  type Claim,
  type Passage,
  type ValidationResult,
} from '@arbiter/contracts';
import { termSet } from '@arbiter/text';
import { citationOf } from '../retrieval/passage-source.js';
import type { WrittenAnswer } from './attempt.js';

export interface BoundAnswer {
  readonly synthesis: WrittenAnswer;
  /** Its claims count in the new text. */
  readonly validation: ValidationResult;
}

/** A claim with the places that support it, best first; none for one that nothing supports. */
interface SupportedClaim {
  readonly claim: Claim;
  readonly places: readonly Citation[];
  /** It was computed from all of them together. */
  readonly isComputed: boolean;
}

/** A stretch of the text that is replaced; an insertion where both offsets are the same. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const MARKERS = /(?<!\s)\s?((?:\[\d+\])+)/g;
const FINAL_MARK = /(?<![.!?…。！？])[.!?…。！？]+["'”’»)\]]*$/u;

/**
 * Lays every marker of a text that a language model wrote on what the check found to support its claim: a marker whose source
 * says so leads to the sentences that do, one whose source does not is led to the source that does or taken out, and a claim
 * without a marker gets one.
 *
 * @param validation of this very text
 * @param passages that it was checked against
 */
export function bindCitations(
  synthesis: WrittenAnswer,
  validation: ValidationResult,
  passages: readonly Passage[],
): BoundAnswer {
  const claims = supportedClaims(validation, passages);
  const binder = new MarkerBinder(synthesis, claims);
  const sentences = synthesis.sentences.map((sentence) => binder.bind(sentence));
  const { edits } = binder;
  const citations = citeAllPlaces(binder.citations, passages);
  const text = applied(synthesis.text, edits);
  const perClaim = validation.checks.support.perClaim.map((verdict) => {
    const [start, end] = [moved(verdict.claim.start, edits), movedEnd(verdict.claim.end, edits)];
    return { ...verdict, claim: { ...verdict.claim, start, end, text: text.slice(start, end) } };
  });
  return {
    synthesis: {
      ...synthesis,
      text,
      citations,
      sentences: sentences.map(({ start, end, markers }) => ({
        start: moved(start, edits),
        // With the markers that are added at its end.
        end: moved(end, edits),
        markers,
      })),
    },
    validation: {
      ...validation,
      checks: { ...validation.checks, support: { ...validation.checks.support, perClaim } },
    },
  };
}

function supportedClaims({ checks, citations }: ValidationResult, passages: readonly Passage[]): SupportedClaim[] {
  const byChunk = new Map(passages.map((passage) => [passage.chunkId, passage]));
  return checks.support.perClaim.map(({ claim, support, method }, index) => {
    const spans = support === 'no_support' ? [] : (citations[index]?.spans ?? []);
    return { claim, places: spans.flatMap((span) => placeOf(span, byChunk)), isComputed: method === 'computed' };
  });
}

/** @returns none for a span of what is no passage: a state, the result of a tool */
function placeOf({ chunkId, start, end, quote }: CitedSpan, byChunk: ReadonlyMap<string, Passage>): Citation[] {
  const passage = byChunk.get(chunkId);
  if (!passage || quote.trim() === '') return [];
  const within = { start: passage.start + start, end: passage.start + end };
  return [citationOf({ ...passage, ...within, text: quote }, 0)];
}

class MarkerBinder {
  readonly edits: Edit[] = [];
  readonly citations: Citation[] = [];

  constructor(
    private readonly written: WrittenAnswer,
    private readonly claims: readonly SupportedClaim[],
  ) {}

  /** To be called for each sentence in its turn. @returns the sentence with its new markers, its offsets still the old ones */
  bind(sentence: WrittenAnswer['sentences'][number]): WrittenAnswer['sentences'][number] {
    const { text } = this.written;
    const said = text.slice(sentence.start, sentence.end);
    const own = this.claimsIn(sentence.start, sentence.end);
    const markers: number[] = [];
    const bound = new Set<SupportedClaim>();
    let from = sentence.start;
    for (const group of said.matchAll(MARKERS)) {
      const start = sentence.start + group.index;
      const end = start + group[0].length;
      const before = this.claimsIn(from, start);
      const marked = before.length > 0 ? before : own;
      for (const claim of marked) bound.add(claim);
      const numbers = this.cite(this.chosen(this.citedBy(group[1] ?? ''), marked));
      this.edits.push({ start, end, text: numbers.length === 0 ? '' : `${leadOf(group[0])}${written(numbers)}` });
      markers.push(...numbers);
      from = end;
    }
    const left = markers.length === 0 ? own : own.filter((claim) => !bound.has(claim));
    const added = this.cite(this.chosen([], left)).filter((number) => !markers.includes(number));
    if (added.length > 0) {
      const at = sentence.end - (FINAL_MARK.exec(said)?.[0].length ?? 0);
      // Behind the markers that the sentence ends with, where it has some.
      this.edits.push({ start: Math.max(at, from), end: Math.max(at, from), text: ` ${written(added)}` });
      markers.push(...added);
    }
    return { ...sentence, markers: [...new Set(markers)] };
  }

  private claimsIn(start: number, end: number): SupportedClaim[] {
    return this.claims.filter(({ claim }) => claim.start < end && start < claim.end);
  }

  private citedBy(group: string): Citation[] {
    const numbers = [...group.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    return numbers.flatMap((number) => this.written.citations.find(({ marker }) => marker === number) ?? []);
  }

  /** What claims are cited with; what was cited stays where there is no claim to check it by. */
  private chosen(cited: readonly Citation[], claims: readonly SupportedClaim[]): readonly Citation[] {
    if (claims.length === 0) return cited;
    const agreeing = claims.map((supported) => cited.filter((citation) => agrees(citation, supported)));
    const isCited = agreeing.some((own) => own.length > 0);
    return claims.flatMap((supported, index) => {
      const own = agreeing[index] ?? [];
      if (own.length > 0) return own.map((citation) => closest(citation, supported));
      const places = restsOn(supported);
      // Beside what the sentence is cited with, a conclusion ("so nothing has changed") needs no source that happens to share a word.
      return isCited && !supported.isComputed ? places.filter((place) => holdsMost(supported, place)) : places;
    });
  }

  /** @returns their markers, counted in the order of first use */
  private cite(chosen: readonly Citation[]): number[] {
    const numbers = chosen.map((citation) => {
      const known = this.citations.find((one) => isSame(one, citation));
      if (known) return known.marker;
      const marker = this.citations.length + 1;
      this.citations.push({ ...citation, marker });
      return marker;
    });
    return [...new Set(numbers)];
  }
}

function leadOf(group: string): string {
  return group.startsWith('[') ? '' : ' ';
}

function written(numbers: readonly number[]): string {
  return numbers.map((number) => `[${number}]`).join('');
}

/** The same span, or the same sentence at another place, which its citation then names. */
function isSame(a: Citation, b: Citation): boolean {
  return (a.documentId === b.documentId && a.start === b.start && a.end === b.end) || isSameSentence(a.quote, b.quote);
}

function overlap(a: Citation, b: Citation): boolean {
  return a.documentId === b.documentId && a.start < b.end && b.start < a.end;
}

/** Share of what the best place covers of a claim that another must cover to say the same, 0–1. */
const SAME_COVERAGE = 0.8;

/** Whether a cited span says what a claim does: it is one of the places that support it, or holds as much of its words. */
function agrees(citation: Citation, { claim, places }: SupportedClaim): boolean {
  if (places.some((place) => overlap(place, citation))) return true;
  const [best] = places;
  if (!best) return false;
  const wanted = termSet(statementOf(claim));
  const [ofBest, ofCited] = [covered(wanted, best), covered(wanted, citation)];
  const numbers = [...ofBest].filter((term) => /\d/.test(term));
  return ofCited.size >= SAME_COVERAGE * ofBest.size && numbers.every((number) => ofCited.has(number));
}

/** The supporting place that a cited span overlaps; the span itself where it says more of the claim, as that may rest on several sentences. */
function closest(citation: Citation, { claim, places }: SupportedClaim): Citation {
  const place = places.find((one) => overlap(one, citation));
  const wanted = termSet(statementOf(claim));
  return place && covered(wanted, place).size >= covered(wanted, citation).size ? place : citation;
}

/** Share of a claim's words, and their number, that a source beside those cited must hold. */
const MOST_OF_CLAIM = { share: 0.6, words: 2 };

function holdsMost({ claim }: SupportedClaim, place: Citation): boolean {
  const wanted = termSet(statementOf(claim));
  const held = covered(wanted, place).size;
  return held >= MOST_OF_CLAIM.words && held >= MOST_OF_CLAIM.share * wanted.size;
}

/** What a further place must add to the share of a claim's words that is covered, 0–1. */
const LEAST_GAIN = 0.15;

/** The places that a claim rests on: the best one, and those that cover what it does not. */
function restsOn({ claim, places, isComputed }: SupportedClaim): readonly Citation[] {
  if (isComputed) return places;
  const wanted = termSet(statementOf(claim));
  const known = new Set<string>();
  return places.filter((place, rank) => {
    const added = [...covered(wanted, place)].filter((term) => !known.has(term));
    if (rank > 0 && added.length < LEAST_GAIN * wanted.size) return false;
    for (const term of added) known.add(term);
    return true;
  });
}

function covered(wanted: ReadonlySet<string>, { quote }: Citation): ReadonlySet<string> {
  const said = termSet(quote);
  return new Set([...wanted].filter((term) => said.has(term)));
}

function applied(text: string, edits: readonly Edit[]): string {
  let out = '';
  let from = 0;
  for (const edit of edits) {
    out += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return out + text.slice(from);
}

/** Where an offset is after the edits; what is inserted at it lies before it. */
function moved(offset: number, edits: readonly Edit[]): number {
  return offset + shift(edits.filter(({ end }) => end <= offset));
}

/** The same for the end of a stretch, which what is inserted there does not lengthen. */
function movedEnd(offset: number, edits: readonly Edit[]): number {
  return offset + shift(edits.filter(({ start, end }) => end <= offset && start < offset));
}

function shift(edits: readonly Edit[]): number {
  return edits.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
}
