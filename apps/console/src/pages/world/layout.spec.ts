import { describe, expect, it } from '@jest/globals';
import type { AtlasNode, NodeId, Point } from './atlas.js';
import { elementsOf, separated } from './layout.js';

const node = (id: NodeId, group: NodeId | null = null, name = 'A name'): AtlasNode => ({
  ...{ id, name, type: '', weight: 0.5, availability: 'unknown', status: null, since: null, group },
  ...{ size: 1, hidden: 0, isOpen: false },
});
const drawn = (nodes: AtlasNode[], before: [NodeId, Point][] = []) =>
  elementsOf({ nodes, edges: [], leftOut: 0 }, new Map(), new Map(before)).nodes;

describe('things to lay out', () => {
  it('stay where they are drawn, and begin around their group, the same for the same data', () => {
    const all = [node('c:0'), node('e:a', 'c:0'), node('e:b', 'c:0')];
    const places = drawn(all, [['c:0', { x: 900, y: -50 }]]).map(({ position }) => position);
    expect(places[0]).toEqual({ x: 900, y: -50 });
    for (const { x, y } of places) expect(Math.hypot(x - 900, y + 50)).toBeLessThan(100);
    expect(places[1]).not.toEqual(places[2]);
    expect(drawn(all)).toEqual(drawn(all));
  });

  it('have room for a long name, and no more than a label takes', () => {
    const names = ['Nat', 'Order of the Wave', 'x'.repeat(5_000)];
    const [short, long, longest] = drawn(names.map((name) => node('e:a', null, name))).map(({ data }) => data.width);
    expect(long).toBeGreaterThan(short!);
    expect(longest).toBe(130);
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
