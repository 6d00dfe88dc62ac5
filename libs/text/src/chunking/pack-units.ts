import type { Span } from '../span.js';
import type { Unit } from './cut-units.js';
import { gapSize } from './size-meter.js';

export interface PackingSizes {
  readonly targetTokens: number;
  readonly maxTokens: number;
  readonly overlapTokens: number;
}

/** A chunk in the making: units `first` to `last`, of which those before `own` repeat the chunk before. */
interface Pack {
  readonly first: number;
  readonly own: number;
  readonly last: number;
  /** Tokens, repeated ones and gaps included. */
  readonly size: number;
}

/**
 * Packs the units of one section into chunks: up to the target, or up to the maximum where that finishes a block, keeps
 * what a sentence leads up to with it, or saves a last chunk of its own. A chunk begins with the last whole units of the one before it, as far as they fit in
 * the overlap.
 */
export function packUnits(units: readonly Unit[], sizes: PackingSizes): Span[] {
  const packs: Pack[] = [];
  let open: Pack | null = null;
  for (let i = 0; i < units.length; i++) {
    const extended: Pack | null = open && extend(units, open, i);
    if (open && extended && fits(units, extended, sizes)) {
      open = extended;
    } else {
      if (open) packs.push(open);
      open = begin(units, open, i, sizes);
    }
  }
  if (open) packs.push(open);
  joinLast(units, packs, sizes);
  return packs.flatMap(({ first, last }) => {
    const [from, to] = [units[first], units[last]];
    return from && to ? [{ start: from.start, end: to.end }] : [];
  });
}

function extend(units: readonly Unit[], pack: Pack, next: number): Pack {
  return { ...pack, last: next, size: pack.size + sizeAfter(units, next) };
}

/** Size of a unit with the gap before it. */
function sizeAfter(units: readonly Unit[], index: number): number {
  const before = units[index - 1];
  const unit = units[index];
  if (!unit) return 0;
  return unit.size + (before ? gapSize(before, unit) : 0);
}

function fits(units: readonly Unit[], { last, size }: Pack, { targetTokens, maxTokens }: PackingSizes): boolean {
  if (size <= targetTokens) return true;
  if (size > maxTokens) return false;
  if (units[last - 1]?.leadsUp) return true;
  const block = units[last]?.block;
  return units[last - 1]?.block === block && units[last + 1]?.block !== block;
}

/** Begins a pack with unit `own`, repeating units of `previous`, but never all of them. */
function begin(units: readonly Unit[], previous: Pack | null, own: number, sizes: PackingSizes): Pack {
  const alone = units[own]?.size ?? 0;
  let first = own;
  let repeated = 0;
  while (previous && first - 1 > previous.own && units[first - 1]?.repeatable) {
    const more = repeated + (units[first - 1]?.size ?? 0) + gapBefore(units, first);
    if (more > sizes.overlapTokens || alone + more > sizes.maxTokens) break;
    repeated = more;
    first--;
  }
  return { first, own, last: own, size: alone + repeated };
}

function gapBefore(units: readonly Unit[], index: number): number {
  return sizeAfter(units, index) - (units[index]?.size ?? 0);
}

function joinLast(units: readonly Unit[], packs: Pack[], { maxTokens }: PackingSizes): void {
  const last = packs.at(-1);
  const previous = packs.at(-2);
  if (!last || !previous) return;
  let size = previous.size;
  for (let i = last.own; i <= last.last; i++) size += sizeAfter(units, i);
  if (size <= maxTokens) packs.splice(-2, 2, { ...previous, last: last.last, size });
}
