import type { ElementDefinition } from 'cytoscape';
import type { Atlas, AtlasNode, NodeId, Point } from './atlas.js';
import { markOf, type TypeMarks } from './entity-types.js';
import { inWords, labelOf } from './words.js';

export type Positions = ReadonlyMap<NodeId, Point>;

/** Angle between two seeds of a sunflower, so that any number of them lies evenly. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Between things on it, in the units of the drawing, as all lengths here. */
const SPACING = 55;
/** Width of most letters, in sizes of their font. */
const LETTER = 0.56;
/** Where labels break. */
const LABEL_WIDTH = 130;
export const GROUP_LABEL_WIDTH = 92;

/** How a thing is drawn, and what it takes with the label below it, so that no label lies on another. */
function dataOf(node: AtlasNode, marks: TypeMarks) {
  const { id, name, type, weight, availability: standing, group } = node;
  const label = labelOf(node);
  const common = { id, label, standing, ...(group !== null && { parent: group }) };
  if (id.startsWith('c:')) {
    // The label of a group stands inside its circle.
    const size = 70 + 56 * Math.sqrt(weight);
    const room = { diameter: size, width: size, height: size };
    return { ...common, ...room, kind: 'group', mark: -1, near: 11, font: 11, wrap: GROUP_LABEL_WIDTH };
  }
  const diameter = 12 + 26 * Math.sqrt(weight);
  const font = 9 + 6 * Math.sqrt(weight);
  const length = name.length * font * LETTER;
  const width = Math.max(diameter, Math.min(length, LABEL_WIDTH));
  const height = diameter + 2 * (Math.ceil(length / LABEL_WIDTH) * font + 4);
  const mark = markOf(type, marks);
  return { ...common, diameter, width, height, kind: 'entity', mark, near: font, font, wrap: LABEL_WIDTH };
}

/**
 * An atlas as things to draw and to lay out. What is drawn already stays about where it is; what is new begins on a spiral around
 * its group: the same for the same data.
 */
export function elementsOf({ nodes, edges }: Atlas, marks: TypeMarks, drawn: Positions) {
  return {
    nodes: nodes.map((node, number) => {
      const { x, y } = (node.group && drawn.get(node.group)) ?? { x: 0, y: 0 };
      const [radius, angle] = [SPACING * Math.sqrt(number), number * GOLDEN_ANGLE];
      const start = { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
      return { data: dataOf(node, marks), position: { ...(drawn.get(node.id) ?? start) } };
    }),
    edges: edges.map(({ id, from, to, types, weight, isDirected }) => {
      const [width, directed] =
        types.length === 0 ? [Math.min(10, 1 + Math.sqrt(weight)), 0] : [1.2, Number(isDirected)];
      return { data: { id, source: from, target: to, label: types.map(inWords).join(', '), width, directed } };
    }),
  } satisfies Record<string, ElementDefinition[]>;
}

/** What the worker lays out. */
export interface LayoutInput {
  readonly elements: ReturnType<typeof elementsOf>;
  /** Whether nothing was drawn before: then the whole is arranged anew. */
  readonly isNew: boolean;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** Room between groups for a label. */
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
