import type { Dropped, Selection } from './selection.js';

/** Terms in a row that make a shingle. Three is short enough for a reworded sentence, long enough for a topic's phrases. */
const SHINGLE_TERMS = 3;

/**
 * Resemblance from which two passages count as one. Copies that differ in a date or a name are above it; neighbouring
 * chunks of a document, which share an overlap of some 15 %, are far below.
 */
export const NEAR_DUPLICATE_RESEMBLANCE = 0.8;

export interface NearDuplicate extends Dropped {
  /** Jaccard similarity to the passage that stands for it, threshold to 1. */
  readonly resemblance: number;
}

/**
 * Keeps the better ranked of passages that say the same in the same words. The measure is the resemblance of Broder,
 * "On the resemblance and containment of documents", 1997: the Jaccard similarity of the sets of shingles. Time is
 * linear in the terms as long as few passages share a shingle.
 *
 * @param ranked passages, best first, with their analysed terms in text order; one without terms is always kept
 * @param threshold 0 (exclusive) to 1
 * @throws RangeError when the threshold is out of range
 */
export function dropNearDuplicates<T extends { readonly id: string; readonly terms: readonly string[] }>(
  ranked: readonly T[],
  threshold: number = NEAR_DUPLICATE_RESEMBLANCE,
): Selection<T, NearDuplicate> {
  if (!(threshold > 0 && threshold <= 1)) throw new RangeError(`threshold must be above 0 to 1, got ${threshold}`);
  const kept: T[] = [];
  const dropped: NearDuplicate[] = [];
  const sizes: number[] = [];
  /** The kept passages, by index, that hold a shingle. */
  const holders = new Map<string, number[]>();
  for (const passage of ranked) {
    const shingles = shinglesOf(passage.terms);
    const twin = mostResembling(shingles, holders, sizes);
    const original = twin && kept[twin.index];
    if (original && twin.resemblance >= threshold) {
      dropped.push({ id: passage.id, inFavourOf: original.id, resemblance: twin.resemblance });
      continue;
    }
    for (const shingle of shingles) {
      const known = holders.get(shingle);
      if (known) known.push(kept.length);
      else holders.set(shingle, [kept.length]);
    }
    sizes.push(shingles.size);
    kept.push(passage);
  }
  return { kept, dropped };
}

/** A passage of fewer terms than a shingle has is one shingle. */
function shinglesOf(terms: readonly string[]): ReadonlySet<string> {
  const shingles = new Set<string>();
  const last = Math.max(terms.length - SHINGLE_TERMS, terms.length > 0 ? 0 : -1);
  for (let start = 0; start <= last; start++) shingles.add(terms.slice(start, start + SHINGLE_TERMS).join(' '));
  return shingles;
}

/** @returns the best ranked of those that resemble it most; null when none shares a shingle */
function mostResembling(
  shingles: ReadonlySet<string>,
  holders: ReadonlyMap<string, readonly number[]>,
  sizes: readonly number[],
): { readonly index: number; readonly resemblance: number } | null {
  const shared = new Map<number, number>();
  for (const shingle of shingles) {
    for (const index of holders.get(shingle) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
  }
  let best: { index: number; resemblance: number } | null = null;
  for (const [index, common] of shared) {
    const resemblance = common / (shingles.size + (sizes[index] ?? 0) - common);
    if (!best || resemblance > best.resemblance || (resemblance === best.resemblance && index < best.index)) {
      best = { index, resemblance };
    }
  }
  return best;
}
