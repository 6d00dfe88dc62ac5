/** Size of a drawn curve, in units of its view box. */
export const SIDE = 240;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A share of 0–1 in both directions, as a point of the drawing: its origin is at the top left. */
export function pointOf(across: number, up: number): Point {
  return { x: round(across * SIDE), y: round((1 - up) * SIDE) };
}

/** An SVG path through points in their order; "" for none. */
export function pathOf(points: readonly Point[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
}

/**
 * Radius of the mark of a bin: its area grows with the number of answers in it.
 *
 * @param share of all answers, 0–1
 */
export function radiusOf(share: number): number {
  return round(3 + 9 * Math.sqrt(share));
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
