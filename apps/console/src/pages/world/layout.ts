import type { Atlas, AtlasNode, NodeId, Point } from './atlas.js';

/** What the worker lays out. */
export interface LayoutInput {
  readonly nodes: readonly {
    readonly id: NodeId;
    readonly group: NodeId | null;
    /** Room with the label, in the units of the drawing. */
    readonly width: number;
    readonly height: number;
    readonly at: Point;
  }[];
  readonly edges: readonly { readonly from: NodeId; readonly to: NodeId }[];
  /** Whether nothing was drawn before: then the whole is arranged anew. */
  readonly isNew: boolean;
}

export type Positions = ReadonlyMap<NodeId, Point>;

/** Angle between two seeds of a sunflower, so that any number of them lies evenly. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Between things on it, in the units of the drawing. */
const SPACING = 55;
const ORIGIN: Point = { x: 0, y: 0 };

/** In the units of the drawing. The label of a group stands inside its circle. */
export function diameterOf({ id, weight }: Pick<AtlasNode, 'id' | 'weight'>): number {
  return id.startsWith('c:') ? 70 + 56 * Math.sqrt(weight) : 12 + 26 * Math.sqrt(weight);
}

export function fontOf({ id, weight }: Pick<AtlasNode, 'id' | 'weight'>): number {
  return id.startsWith('c:') ? 11 : 9 + 6 * Math.sqrt(weight);
}

/** Width of most letters, in sizes of their font. */
const LETTER = 0.56;
/** Where labels break, in the units of the drawing. */
export const LABEL_WIDTH = 130;

/** What a thing takes with the label below it, so that no label lies on another. */
function roomOf(node: AtlasNode): { readonly width: number; readonly height: number } {
  const diameter = diameterOf(node);
  if (node.id.startsWith('c:')) return { width: diameter, height: diameter };
  const length = node.name.length * fontOf(node) * LETTER;
  const label = Math.ceil(length / LABEL_WIDTH) * fontOf(node) + 4;
  return { width: Math.max(diameter, Math.min(length, LABEL_WIDTH)), height: diameter + 2 * label };
}

/**
 * What is drawn already stays about where it is. What is new begins on a spiral around its group: the same for the same data.
 */
export function layoutInput({ nodes, edges }: Atlas, drawn: Positions): LayoutInput {
  return {
    nodes: nodes.map((node, number) => {
      const centre = (node.group && drawn.get(node.group)) ?? ORIGIN;
      const [radius, angle] = [SPACING * Math.sqrt(number), number * GOLDEN_ANGLE];
      const start = { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
      return { id: node.id, group: node.group, ...roomOf(node), at: drawn.get(node.id) ?? start };
    }),
    edges: edges.map(({ from, to }) => ({ from, to })),
    isNew: drawn.size === 0,
  };
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Room between groups for a label, in the units of the drawing. */
const BETWEEN = 28;
const MAX_ROUNDS = 60;

/** Moves boxes apart that lie on each other, each pair along the shorter way, until none does. @returns their centres */
export function separated(boxes: readonly Box[]): readonly Point[] {
  const all = boxes.map((box) => ({ ...box }));
  for (let round = 0, isMoving = true; isMoving && round < MAX_ROUNDS; round += 1) {
    isMoving = false;
    for (const [at, a] of all.entries()) {
      for (const b of all.slice(0, at)) {
        const x = (a.width + b.width) / 2 + BETWEEN - Math.abs(a.x - b.x);
        const y = (a.height + b.height) / 2 + BETWEEN - Math.abs(a.y - b.y);
        if (x <= 1 || y <= 1) continue;
        isMoving = true;
        const axis = x < y ? 'x' : 'y';
        const way = (Math.min(x, y) / 2) * (a[axis] < b[axis] ? -1 : 1);
        a[axis] += way;
        b[axis] -= way;
      }
    }
  }
  return all;
}
