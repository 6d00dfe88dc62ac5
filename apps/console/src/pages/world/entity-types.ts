/** Tokens of the colours of types, the most frequent type first; the last is for all further types. */
export const TYPE_COLOURS = ['type-1', 'type-2', 'type-3', 'type-4', 'type-5', 'type-6', 'type-7', 'ink-soft'] as const;

/** Shapes by the name that cytoscape has for them, and as a path within 16 × 16 for legends: not colour alone tells a type. */
export const SHAPES = [
  { name: 'ellipse', path: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z' },
  { name: 'round-rectangle', path: 'M4 2.5h8q1.5 0 1.5 1.5v8q0 1.5-1.5 1.5H4q-1.5 0-1.5-1.5V4q0-1.5 1.5-1.5Z' },
  { name: 'round-diamond', path: 'M8 1.5 14.5 8 8 14.5 1.5 8Z' },
  { name: 'round-hexagon', path: 'M4.5 2.5h7L15 8l-3.5 5.5h-7L1 8Z' },
  { name: 'round-triangle', path: 'M8 2l6.5 11.5h-13Z' },
  { name: 'round-pentagon', path: 'M8 1.5 14.5 6.4 12 14H4L1.5 6.4Z' },
  { name: 'barrel', path: 'M3 3.5q5-2 10 0v9q-5 2-10 0Z' },
  { name: 'ellipse', path: 'M8 4a4 4 0 1 1 0 8A4 4 0 0 1 8 4Z' },
] as const;

/** Types with their colour and shape. */
export type TypeMarks = ReadonlyMap<string, number>;

/** @param counts entities by type; the mark of a type is an index into `TYPE_COLOURS` and `SHAPES` */
export function marksOf(counts: Readonly<Record<string, number>>): TypeMarks {
  const types = Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return new Map(types.map(([type], number) => [type, Math.min(number, TYPE_COLOURS.length - 1)]));
}

export function markOf(type: string, marks: TypeMarks): number {
  return marks.get(type) ?? TYPE_COLOURS.length - 1;
}
