import type { Answer } from '@arbiter/contracts';
import type { Text } from 'mdast';
import { type Block, textsOf } from './read-markdown.js';

type Verdict = NonNullable<Answer['validation']>['checks']['support']['perClaim'][number];

/** A statement of an answer with its check. Offsets are in the answer's text. */
export interface CheckedClaim {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  /** Behind its markers: where a sign of its support stands. */
  readonly signAt: number;
  /** Markers that follow it. */
  readonly markers: readonly number[];
  readonly verdict: Verdict;
}

/** All that is drawn over the text of an answer. */
export interface Overlay {
  readonly claims: readonly CheckedClaim[];
  readonly highlights: readonly Extent[];
  readonly unsupported: readonly Extent[];
  /** Markers that lead to a span of a document. */
  readonly markers: ReadonlySet<number>;
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

export const NO_OVERLAY: Overlay = { claims: [], highlights: [], unsupported: [], markers: new Set() };

const MARKERS = /(?:\s*\[\d{1,3}\])*/y;

/** A verdict whose claim does not stand in the text is left out: nothing is marked at a place that is only guessed. */
export function overlayOf(
  answer: Pick<Answer, 'answer' | 'citations' | 'highlights' | 'unsupported' | 'validation'>,
): Overlay {
  const { answer: text, citations, highlights = [], unsupported = [], validation } = answer;
  const verdicts = validation?.checks.support.perClaim ?? [];
  const claims = verdicts.flatMap((verdict, index) => {
    const { start, end, text: claimed } = verdict.claim;
    if (start >= end || text.slice(start, end) !== claimed) return [];
    MARKERS.lastIndex = end;
    const [following = ''] = MARKERS.exec(text) ?? [];
    const markers = Array.from(following.matchAll(/\d+/g), ([digits]) => Number(digits));
    return [{ index, start, end, signAt: end + following.length, markers, verdict }];
  });
  const marked = citations.filter(({ start, end }) => end > start).map(({ marker }) => marker);
  return { claims, highlights, unsupported, markers: new Set(marked) };
}

/** A stretch of a text under one and the same part of an overlay, a marker, or the sign of a claim. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly isShort: boolean; readonly isUnsupported: boolean }
  | { readonly kind: 'marker'; readonly marker: number }
  | { readonly kind: 'sign'; readonly claim: CheckedClaim };

/**
 * Cuts a text where anything of the overlay begins or ends.
 *
 * @param start its offset in the answer's text
 * @param signs claims whose sign stands in this text, as {@link placeSigns} says
 */
export function cutText(
  text: string,
  start: number,
  { highlights, unsupported, markers: known }: Overlay,
  signs: readonly CheckedClaim[] = [],
): readonly Piece[] {
  const markers = [...text.matchAll(/\[(\d{1,3})\]/g)].filter(([, digits]) => known.has(Number(digits)));
  const inside = (offset: number) => Math.min(Math.max(offset - start, 0), text.length);
  const cuts = new Set([
    ...[0, text.length],
    ...[...highlights, ...unsupported].flatMap((one) => [inside(one.start), inside(one.end)]),
    ...markers.flatMap(({ 0: { length }, index }) => [index, index + length]),
    ...signs.map(({ signAt }) => inside(signAt)),
  ]);
  const places = [...cuts].sort((a, b) => a - b);
  const isIn = (all: readonly Extent[], at: number) =>
    all.some((one) => one.start <= at + start && at + start < one.end);
  return places.flatMap((at, index): Piece[] => {
    const ending = signs
      .filter(({ signAt }) => inside(signAt) === at)
      .map((claim) => ({ kind: 'sign', claim }) as const);
    const end = places[index + 1];
    if (end === undefined) return ending;
    const marker = markers.find((one) => at >= one.index && at < one.index + one[0].length);
    if (marker) return marker.index === at ? [...ending, { kind: 'marker', marker: Number(marker[1]) }] : ending;
    const [isShort, isUnsupported] = [isIn(highlights, at), isIn(unsupported, at)];
    return [...ending, { kind: 'text', text: text.slice(at, end), isShort, isUnsupported }];
  });
}

/** In which text of a block the sign of each claim stands that ends in the block: behind its markers, else behind its last word. */
export function placeSigns(
  { node, origin, start, source }: Block,
  claims: readonly CheckedClaim[],
): ReadonlyMap<Text, readonly CheckedClaim[]> {
  const placed = new Map<Text, CheckedClaim[]>();
  const texts = claims.length > 0 ? textsOf(node) : [];
  for (const claim of claims) {
    if (claim.signAt <= start || claim.start >= start + source.length) continue;
    const text = texts.findLast(({ position }) => origin + (position?.start.offset ?? 0) < claim.signAt);
    if (text) placed.set(text, [...(placed.get(text) ?? []), claim]);
  }
  return placed;
}
