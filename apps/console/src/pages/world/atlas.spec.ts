import { describe, expect, it } from '@jest/globals';
import {
  atlasOf,
  type DrawnEntity,
  MAX_DRAWN,
  MAX_OPENINGS,
  neighbourTowards,
  type NodeId,
  readOpenings,
  type Subgraph,
  toggled,
} from './atlas.js';

const entity = (id: string, community: string | null, degree = 0): DrawnEntity => ({
  ...{ id, name: id.toUpperCase(), type: 'person', status: null, availability: 'unknown', since: null },
  ...{ importance: 0.5, distance: 0, degree, community },
});
const part = (entities: DrawnEntity[], told: string[] = []): Subgraph => ({
  entities,
  relations: told.map((words) => {
    const [from = '', type = '', to = ''] = words.split(' ');
    return { from, type, to, since: null };
  }),
  ...{ communities: [], links: [], truncated: 0 },
});
const many = (count: number, community: string, prefix: string) =>
  part(Array.from({ length: count }, (_, index) => entity(`${prefix}${index}`, community)));
const group = (id: string, members: number) => ({ id, level: 0, name: id, members, entities: [], relations: 0 });
const MAP: Subgraph = {
  ...part([]),
  communities: [group('0-0', 40), group('0-1', 10)],
  links: [{ from: '0-0', to: '0-1', weight: 3 }],
};

describe('what is drawn', () => {
  it('is the groups and how many relations hang between them', () => {
    const { nodes, edges, leftOut } = atlasOf(MAP, []);
    expect(nodes).toMatchObject([
      { id: 'c:0-0', size: 40, hidden: 40, weight: 1, isOpen: false },
      { id: 'c:0-1', size: 10, hidden: 10, weight: 0.25 },
    ]);
    expect(edges).toMatchObject([{ from: 'c:0-0', to: 'c:0-1', weight: 3, types: [] }]);
    expect(leftOut).toBe(0);
  });

  it('has the first thirty of a group in it, and says how many are not drawn', () => {
    const { nodes, leftOut } = atlasOf(MAP, [{ id: 'c:0-0', subgraph: many(40, '0-0', 'a') }]);
    expect(nodes).toHaveLength(32);
    expect(nodes[0]).toMatchObject({ hidden: 10, isOpen: true });
    expect(nodes.at(-1)).toMatchObject({ id: 'e:a29', group: 'c:0-0' });
    expect(leftOut).toBe(10);
  });

  it('never has more than 300 things, and keeps what was opened last', () => {
    const openings = Array.from({ length: MAX_OPENINGS }, (_, index) => ({
      id: `e:${index}-0` as const,
      subgraph: many(40, '0-1', `${index}-`),
    }));
    const ids = atlasOf(MAP, openings).nodes.map(({ id }) => id);
    expect(ids).toHaveLength(MAX_DRAWN);
    expect(ids).toEqual(expect.arrayContaining([...openings.map(({ id }) => id), `e:${MAX_OPENINGS - 1}-29`]));
    expect(ids).not.toContain('e:0-29');
  });

  it('has two entities once and joins them once, however often they are told to be related', () => {
    const [a, b] = [entity('a', '0-0', 5), entity('b', '0-1')];
    const { nodes, edges } = atlasOf(MAP, [
      { id: 'e:a', subgraph: part([a, b], ['a led_by b']) },
      { id: 'e:b', subgraph: part([b, a], ['a led_by b', 'b owes a', 'a knows c']) },
    ]);
    expect(nodes.slice(2).map(({ id }) => id)).toEqual(['e:b', 'e:a']);
    expect(edges.slice(1)).toMatchObject([{ from: 'e:a', to: 'e:b', types: ['led_by', 'owes'], isDirected: false }]);
    expect(nodes.at(-1)).toMatchObject({ hidden: 4 });
  });

  it('has an entity of no drawn group beside the groups', () => {
    const { nodes } = atlasOf(MAP, [{ id: 'e:a', subgraph: part([entity('a', '0-99')]) }]);
    expect(nodes.at(-1)).toMatchObject({ id: 'e:a', group: null });
  });
});

describe('openings', () => {
  it('are closed with what was opened in them', () => {
    const atlas = atlasOf(MAP, [{ id: 'c:0-0', subgraph: part([entity('a', '0-0'), entity('b', '0-0')]) }]);
    expect(toggled(['c:0-0', 'e:a', 'e:z'], 'c:0-0', atlas)).toEqual(['e:z']);
    expect(toggled(['c:0-0'], 'e:a', atlas)).toEqual(['c:0-0', 'e:a']);
  });

  it('are few: a further one closes the oldest', () => {
    const open = Array.from({ length: MAX_OPENINGS }, (_, index): NodeId => `e:${index}`);
    expect(toggled(open, 'e:new', atlasOf(MAP, []))).toEqual([...open.slice(1), 'e:new']);
  });

  const some = Array.from({ length: 99 }, (_, index) => `e:${index}`);
  it.each([
    ['a text', 'c:0-0', undefined],
    ['others among them', ['c:0-1', 'x:1', 7, null, 'e:', 'c:0-1', `e:${'x'.repeat(300)}`], ['c:0-1']],
    ['too many', some, some.slice(-MAX_OPENINGS)],
  ])('are read from an address with %s', (_what, value, wanted) => expect(readOpenings(value)).toEqual(wanted));
});

it.each([
  ['to what is related before what is nearer', 'ArrowRight', ['e:related'], 'e:related'],
  ['to what is near', 'ArrowRight', [], 'e:near'],
  ['up', 'ArrowUp', [], 'e:above'],
  ['nowhere where nothing lies', 'ArrowLeft', [], null],
] as const)('an arrow key leads %s', (_where, arrow, related, wanted) => {
  const places = { middle: [0, 0], near: [50, 5], related: [100, 0], above: [10, -80] };
  const positions = new Map(Object.entries(places).map(([id, [x = 0, y = 0]]) => [`e:${id}` as NodeId, { x, y }]));
  const edges = related.map((to) => ({ from: 'e:middle', to }) as const);
  expect(neighbourTowards('e:middle', arrow, positions, edges)).toBe(wanted);
});
