import { describe, expect, it } from '@jest/globals';
import type { AtlasNode, NodeId, Point } from './atlas.js';
import { layoutInput, separated } from './layout.js';

const node = (id: NodeId, group: NodeId | null = null, name = 'A name'): AtlasNode => ({
  ...{ id, name, type: '', weight: 0.5, availability: 'unknown', status: null, since: null, group },
  ...{ size: 1, hidden: 0, isOpen: false },
});
const inputOf = (nodes: AtlasNode[], drawn: [NodeId, Point][] = []) =>
  layoutInput({ nodes, edges: [], leftOut: 0 }, new Map(drawn));

describe('the input of a layout', () => {
  it('leaves what is drawn where it is, and begins the rest around its group', () => {
    const { nodes, isNew } = inputOf(
      [node('c:0'), node('e:a', 'c:0'), node('e:b', 'c:0')],
      [['c:0', { x: 900, y: -50 }]],
    );
    expect(isNew).toBe(false);
    expect(nodes[0]?.at).toEqual({ x: 900, y: -50 });
    for (const { at } of nodes) expect(Math.hypot(at.x - 900, at.y + 50)).toBeLessThan(100);
    expect(nodes[1]?.at).not.toEqual(nodes[2]?.at);
  });

  it('is the same for the same data', () => {
    const all = [node('c:0'), node('c:1'), node('e:a', 'c:1')];
    expect(inputOf(all)).toEqual(inputOf(all));
    expect(inputOf(all).isNew).toBe(true);
  });

  it('gives a long name its room, and no more than a label takes', () => {
    const [short, long, longest] = inputOf([
      node('e:a', null, 'Nat'),
      node('e:b', null, 'Order of the Wave'),
      node('e:c', null, 'x'.repeat(5_000)),
    ]).nodes;
    expect(long!.width).toBeGreaterThan(short!.width);
    expect(longest!.width).toBe(130);
  });
});

describe('boxes', () => {
  const box = (x: number, y: number, width = 100, height = 100) => ({ x, y, width, height });
  it('that lie on each other move apart the shorter way, the others stay', () => {
    const [a, b, far] = separated([box(0, 0), box(10, 60), box(900, 900)]);
    expect(far).toMatchObject({ x: 900, y: 900 });
    expect([a!.x, b!.x]).toEqual([0, 10]);
    expect(b!.y - a!.y).toBeGreaterThanOrEqual(100);
  });

  it('of one place do too', () => {
    const places = separated(Array.from({ length: 12 }, () => box(5, 5)));
    const pairs = places.flatMap((a, at) => places.slice(0, at).map((b) => [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]));
    for (const [x, y] of pairs) expect(Math.max(x!, y!)).toBeGreaterThanOrEqual(99);
  });
});
