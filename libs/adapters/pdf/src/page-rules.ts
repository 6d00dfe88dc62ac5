import type { DrawnOperation } from './drawn-operations.js';
import { type Matrix, multiply, turnBack } from './page-fragments.js';

/** A horizontal or vertical line on the page, in points, in the coordinates of upright text. */
export interface Rule {
  /** Its distance from the top edge, or, if it is vertical, from the left one. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Rules {
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
}

/** Lines so close are one, and touch. */
export const TOUCH = 2;
/** Maps and technical drawings have more, and no table is worth reading them. */
const MAX_RULES = 4_000;
const MAX_EDGES = 50_000;

/** What `constructPath` gives in its buffer (pdf.js, `DrawOPS`), and how many numbers follow. */
const [MOVE, LINE, CLOSE] = [0, 1, 4];
const NUMBERS = [2, 2, 6, 4, 0];

/** The edges of paths among what a page draws, upright or level, those in one line put together. None of a page with too many. */
export async function pageRules(drawn: readonly DrawnOperation[], turns: number): Promise<Rules> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const unpainted = new Set<unknown>([OPS.endPath, OPS.clip, OPS.eoClip]);
  const across: Rule[] = [];
  const down: Rule[] = [];
  for (const { operation, args, matrix } of drawn) {
    if (operation !== OPS.constructPath || unpainted.has(args[0])) continue;
    const [path] = args[1] as readonly (Float32Array | null)[];
    for (const [x, y, toX, toY] of edgesOf(path ?? new Float32Array(), matrix, turns)) {
      const isAcross = Math.abs(y - toY) <= TOUCH / 2 && Math.abs(x - toX) > TOUCH;
      const isDown = Math.abs(x - toX) <= TOUCH / 2 && Math.abs(y - toY) > TOUCH;
      if (isAcross) across.push({ at: (y + toY) / 2, from: Math.min(x, toX), to: Math.max(x, toX) });
      else if (isDown) down.push({ at: (x + toX) / 2, from: Math.min(y, toY), to: Math.max(y, toY) });
    }
    if (across.length + down.length > MAX_EDGES) return { across: [], down: [] };
  }
  const rules = { across: joined(across), down: joined(down) };
  return rules.across.length + rules.down.length > MAX_RULES ? { across: [], down: [] } : rules;
}

/** The straight edges of a path; a closed one ends where it began. */
function* edgesOf(
  path: Float32Array,
  matrix: Matrix,
  turns: number,
): Generator<readonly [number, number, number, number]> {
  let first: readonly [number, number] = [0, 0];
  let last = first;
  const shown = (x: number, y: number): readonly [number, number] => {
    const [, , , , left, top] = multiply(matrix, [1, 0, 0, 1, x, y]);
    return turnBack(left, top, turns);
  };
  for (let at = 0; at < path.length;) {
    const operation = path[at] ?? CLOSE;
    const numbers = NUMBERS[operation] ?? 0;
    const end = at + numbers;
    const next = operation === CLOSE ? first : shown(path[end - 1] ?? 0, path[end] ?? 0);
    if (operation === MOVE) first = next;
    else if (operation === LINE || operation === CLOSE) yield [...last, ...next];
    last = next;
    at = end + 1;
  }
}

/** Rules that lie in one line and touch, as one: tables are drawn cell by cell. */
function joined(rules: readonly Rule[]): Rule[] {
  return gathered(rules, ({ at }) => at).flatMap(({ at, items }) => {
    const merged: { at: number; from: number; to: number }[] = [];
    for (const { from, to } of items.sort((a, b) => a.from - b.from)) {
      const last = merged.at(-1);
      if (last && from <= last.to + TOUCH) last.to = Math.max(last.to, to);
      else merged.push({ at, from, to });
    }
    return merged;
  });
}

/** Groups of what stands at most `TOUCH` from the first of its group, in ascending order, and the middle of each. */
export function gathered<T>(items: readonly T[], placeOf: (item: T) => number): { at: number; items: T[] }[] {
  const groups: { at: number; first: number; items: T[] }[] = [];
  for (const item of [...items].sort((a, b) => placeOf(a) - placeOf(b))) {
    const [group, place] = [groups.at(-1), placeOf(item)];
    if (group && place - group.first <= TOUCH) {
      group.items.push(item);
      group.at = (group.first + place) / 2;
    } else groups.push({ at: place, first: place, items: [item] });
  }
  return groups;
}
