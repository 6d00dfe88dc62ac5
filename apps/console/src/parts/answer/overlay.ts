import type { Answer } from '@arbiter/contracts';
import type { Node, TextNode } from './read-markdown.js';

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
 * @param signs claims whose sign stands in this text, as {@link placeSigns} says
 */
export function cutText(
  { text, start }: TextNode,
  overlay: Overlay,
  signs: readonly CheckedClaim[] = [],
): readonly Piece[] {
  const origin = start ?? 0;
  // Without a known place only the markers can be told.
  const extents = start === null ? [] : [...overlay.highlights, ...overlay.unsupported];
  const found = Array.from(text.matchAll(/\[(\d{1,3})\]/g), (match) => ({ at: match.index, marker: Number(match[1]) }));
  const markers = found.filter(({ marker }) => overlay.markers.has(marker));
  const length = ({ marker }: { marker: number }) => `[${marker}]`.length;
  const signEnd = (claim: CheckedClaim) => Math.min(Math.max(claim.signAt - origin, 0), text.length);
  const cuts = new Set([0, text.length]);
  for (const extent of extents) for (const at of [extent.start, extent.end]) cuts.add(at - origin);
  for (const one of markers) for (const at of [one.at, one.at + length(one)]) cuts.add(at);
  for (const claim of signs) cuts.add(signEnd(claim));
  const places = [...cuts].filter((at) => at >= 0 && at <= text.length).sort((a, b) => a - b);
  const isIn = (all: readonly Extent[], at: number) =>
    start !== null && all.some((one) => one.start <= at + origin && at + origin < one.end);
  return places.flatMap((at, index): Piece[] => {
    const ending = signs.filter((claim) => signEnd(claim) === at).map((claim) => ({ kind: 'sign' as const, claim }));
    const end = places[index + 1];
    if (end === undefined) return ending;
    const marker = markers.find((one) => at >= one.at && at < one.at + length(one));
    if (marker) return marker.at === at ? [...ending, { kind: 'marker', marker: marker.marker }] : ending;
    const [isShort, isUnsupported] = [isIn(overlay.highlights, at), isIn(overlay.unsupported, at)];
    return [...ending, { kind: 'text', text: text.slice(at, end), isShort, isUnsupported }];
  });
}

/** In which text of a block the sign of each claim stands that ends in the block: behind its markers, else behind its last word. */
export function placeSigns(
  node: Node,
  { start, end }: Extent,
  claims: readonly CheckedClaim[],
): ReadonlyMap<TextNode, readonly CheckedClaim[]> {
  const placed = new Map<TextNode, CheckedClaim[]>();
  const texts = textsOf(node).filter((text) => text.start !== null);
  for (const claim of claims) {
    if (claim.signAt <= start || claim.start >= end) continue;
    const text = texts.findLast((one) => (one.start ?? 0) < claim.signAt);
    if (text) placed.set(text, [...(placed.get(text) ?? []), claim]);
  }
  return placed;
}

function textsOf(node: Node): readonly TextNode[] {
  if (typeof node === 'string') return [];
  return 'text' in node ? [node] : node.children.flatMap(textsOf);
}
