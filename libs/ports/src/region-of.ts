import type { PageBox, PageRegion } from '@arbiter/contracts';

/** Models take one for the other. */
const DRAWN: readonly PageRegion['kind'][] = ['figure', 'table'];

/**
 * The part of a page in which a text stands. A box is in a region that holds its middle.
 *
 * @param boxes of the text on this page, as `ingestion.locate-span` gives them
 * @param regions as `ingestion.get-page-regions` gives them
 * @returns the one that holds most of the boxes; of several a figure or table first, then the most certain. Null where none holds half of them
 */
export function regionOf(boxes: readonly PageBox[], regions: readonly PageRegion[]): PageRegion | null {
  let best: { readonly region: PageRegion; readonly rank: readonly number[] } | null = null;
  for (const region of regions) {
    const held = boxes.filter((box) => holds(region.box, box)).length;
    if (held === 0 || 2 * held < boxes.length) continue;
    const rank = [held, DRAWN.includes(region.kind) ? 1 : 0, region.confidence];
    if (!best || isAbove(rank, best.rank)) best = { region, rank };
  }
  return best?.region ?? null;
}

function holds({ left, top, right, bottom }: PageBox, box: PageBox): boolean {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return left <= x && x <= right && top <= y && y <= bottom;
}

/** Whether the first number that differs is greater. */
function isAbove(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (rank[at] ?? 0) > (other[at] ?? 0);
}
