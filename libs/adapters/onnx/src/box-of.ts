import { BOX_PARTS, type Box } from '@arbiter/ports';

/** @param edges as shares of the picture; what is beside it is cut off */
export function boxOf(...edges: readonly [left: number, top: number, right: number, bottom: number]): Box {
  const within = (edge: number): number => Math.min(BOX_PARTS, Math.max(0, edge));
  const [left, top, right, bottom] = edges;
  return {
    left: within(Math.floor(left * BOX_PARTS)),
    top: within(Math.floor(top * BOX_PARTS)),
    right: within(Math.ceil(right * BOX_PARTS)),
    bottom: within(Math.ceil(bottom * BOX_PARTS)),
  };
}
