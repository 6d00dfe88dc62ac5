import type { Answer, Citation } from '@arbiter/contracts';
import type { Text } from 'mdast';
import { isPageAlone } from './place-link.js';
import { type Block, textsOf } from './read-markdown.js';

type Verdict = NonNullable<Answer['validation']>['checks']['support']['perClaim'][number];

/** A statement of an answer with its check. Offsets are in the answer's text. */
export interface CheckedClaim {
  readonly start: number;
  /** Behind its markers: where a sign of its support stands. */
  readonly signAt: number;
  /** Of the markers that follow it. */
  readonly citations: readonly Citation[];
  readonly verdict: Verdict;
}

/** All that is drawn over the text of an answer. */
export interface Overlay {
  readonly claims: readonly CheckedClaim[];
  readonly extents: readonly Extent[];
  /** Markers that lead to a span or a page of a document. */
  readonly markers: ReadonlyMap<number, Citation>;
}

interface Extent {
  readonly start: number;
  readonly end: number;
  /** A short answer within the answer, or what the sources do not clearly support. */
  readonly mark: 'short' | 'unsupported';
}

const MARKERS = /(?:\s*\[\d{1,3}\])*/y;

/** A verdict whose claim does not stand in the text is left out: nothing is marked at a place that is only guessed. */
export function overlayOf(
  answer: Pick<Answer, 'answer' | 'citations'> & Partial<Pick<Answer, 'highlights' | 'unsupported' | 'validation'>>,
): Overlay {
  const { answer: text, citations, highlights = [], unsupported = [], validation } = answer;
  const led = citations.filter((one) => one.end > one.start || isPageAlone(one));
  const markers = new Map(led.map((one) => [one.marker, one]));
  const verdicts = validation?.checks.support.perClaim ?? [];
  const claims = verdicts.flatMap((verdict) => {
    const { start, end, text: claimed } = verdict.claim;
    if (start >= end || text.slice(start, end) !== claimed) return [];
    MARKERS.lastIndex = end;
    const [following = ''] = MARKERS.exec(text) ?? [];
    const cited = Array.from(following.matchAll(/\d+/g), ([digits]) => markers.get(Number(digits)) ?? []).flat();
    return [{ start, signAt: end + following.length, citations: cited, verdict }];
  });
  const extents = [
    ...unsupported.map(({ start, end }) => ({ start, end, mark: 'unsupported' as const })),
    ...highlights.map(({ start, end }) => ({ start, end, mark: 'short' as const })),
  ];
  return { claims, extents, markers };
}

/** A stretch of a text under one and the same part of an overlay, a marker, or the sign of a claim. */
type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly mark: Extent['mark'] | undefined }
  | { readonly kind: 'marker'; readonly citation: Citation }
  | { readonly kind: 'sign'; readonly claim: CheckedClaim };

/**
 * Cuts a text of an answer that was read as a whole where anything of the overlay begins or ends.
 *
 * @param signs claims whose sign stands in this text, as {@link placeSigns} says
 */
export function cutText(
  { value: text, position }: Text,
  { extents, markers: known }: Overlay,
  signs: readonly CheckedClaim[] = [],
): readonly Piece[] {
  const start = position?.start.offset ?? 0;
  const markers = [...text.matchAll(/\[(\d{1,3})\]/g)].flatMap(({ 0: { length }, 1: digits, index }) => {
    const citation = known.get(Number(digits));
    return citation ? [{ start: index, end: index + length, citation }] : [];
  });
  const inside = (offset: number) => Math.min(Math.max(offset - start, 0), text.length);
  const cuts = new Set([
    ...[0, text.length],
    ...extents.flatMap((one) => [inside(one.start), inside(one.end)]),
    ...markers.flatMap((one) => [one.start, one.end]),
    ...signs.map(({ signAt }) => inside(signAt)),
  ]);
  const places = [...cuts].sort((a, b) => a - b);
  return places.flatMap((at, index): Piece[] => {
    const ending = signs
      .filter(({ signAt }) => inside(signAt) === at)
      .map((claim) => ({ kind: 'sign', claim }) as const);
    const end = places[index + 1];
    if (end === undefined) return ending;
    const marker = markers.find((one) => one.start <= at && at < one.end);
    if (marker) return marker.start === at ? [...ending, { kind: 'marker', citation: marker.citation }] : ending;
    const extent = extents.find((one) => one.start <= at + start && at + start < one.end);
    return [...ending, { kind: 'text', text: text.slice(at, end), mark: extent?.mark }];
  });
}

/** In which text of a block the sign of each claim stands that ends in the block: behind its markers, else behind its last word. */
export function placeSigns(
  { node, start, source }: Block,
  claims: readonly CheckedClaim[],
): ReadonlyMap<Text, readonly CheckedClaim[]> {
  const placed = new Map<Text, CheckedClaim[]>();
  const texts = claims.length > 0 ? textsOf(node) : [];
  for (const claim of claims) {
    if (claim.signAt <= start || claim.start >= start + source.length) continue;
    const text = texts.findLast(({ position }) => (position?.start.offset ?? 0) < claim.signAt);
    if (text) placed.set(text, [...(placed.get(text) ?? []), claim]);
  }
  return placed;
}
