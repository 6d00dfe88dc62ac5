import type { OutputOf } from '@arbiter/client';

export type Subgraph = OutputOf<'getSubgraph'>;
export type DrawnEntity = Subgraph['entities'][number];

/** Most things that are drawn at once, groups among them. */
export const MAX_DRAWN = 300;
/** Most groups at the start: the rest is small, and search finds what is in it. */
export const MAX_GROUPS = 60;
/** Most entities that one opening adds. */
const MAX_OF_OPENING = 30;

/** What was asked for: a group or an entity, by the id of its node. */
export interface Opening {
  readonly id: NodeId;
  readonly subgraph: Subgraph;
}

/** `c:<id>` of a community, `e:<id>` of an entity. */
export type NodeId = `c:${string}` | `e:${string}`;

/** A group has no type and no standing of its own. */
export interface AtlasNode extends Pick<DrawnEntity, 'name' | 'type' | 'availability' | 'status' | 'since'> {
  readonly id: NodeId;
  /** 0–1: the importance of an entity, the share of the largest group. */
  readonly weight: number;
  /** The group in which it is drawn; null for groups. */
  readonly group: NodeId | null;
  /** Members of a group; relations of an entity. */
  readonly size: number;
  /** Members, or neighbours, that are not drawn. */
  readonly hidden: number;
  readonly isOpen: boolean;
}

export interface AtlasEdge {
  readonly id: string;
  readonly from: NodeId;
  readonly to: NodeId;
  /** Types of the relations between two entities; empty between groups. */
  readonly types: readonly string[];
  /** Number of relations. */
  readonly weight: number;
  /** Whether all of them lead from `from` to `to`. */
  readonly isDirected: boolean;
}

/** What is drawn of a knowledge graph. */
export interface Atlas {
  /** Groups first; an entity never comes before its group. */
  readonly nodes: readonly AtlasNode[];
  readonly edges: readonly AtlasEdge[];
  /** Things that a limit left out: groups, and what openings would add. */
  readonly leftOut: number;
}

/**
 * Puts the groups of a graph and what was opened of it together.
 *
 * @param map at most `MAX_GROUPS` groups, without entities
 * @param openings the last one is kept first when there is too much
 */
export function atlasOf(map: Subgraph, openings: readonly Opening[]): Atlas {
  const { communities: groups, links } = map;
  const entities = chooseEntities(openings, MAX_DRAWN - groups.length);
  const edges = mergeRelations(openings, entities);
  const shown = new Map<NodeId | null, number>();
  for (const id of [...[...entities.values()].map(groupOf), ...edges.flatMap(({ from, to }) => [from, to])])
    shown.set(id, (shown.get(id) ?? 0) + 1);
  const openOf = (id: NodeId, size: number) => {
    const hidden = Math.max(0, size - (shown.get(id) ?? 0));
    return { id, size, hidden, isOpen: openings.some((opening) => opening.id === id) };
  };
  const largest = Math.max(1, ...groups.map(({ members }) => members));
  const known = new Set<NodeId | null>(groups.map(({ id }) => `c:${id}` as const));
  const offered = new Set(openings.flatMap(({ subgraph }) => subgraph.entities.map(({ id }) => id)));
  return {
    nodes: [
      ...groups.map(({ id, name, members }): AtlasNode => ({
        ...{ name, type: '', availability: 'unknown', status: null, since: null, group: null },
        ...{ ...openOf(`c:${id}`, members), weight: members / largest },
      })),
      ...[...entities.values()].map((entity): AtlasNode => {
        const group = groupOf(entity);
        const { importance: weight, degree } = entity;
        return { ...entity, ...openOf(`e:${entity.id}`, degree), weight, group: known.has(group) ? group : null };
      }),
    ],
    edges: [
      ...links.map(({ from, to, weight }): AtlasEdge => {
        const ends = { from: `c:${from}`, to: `c:${to}` } as const;
        return { ...ends, id: `${ends.from} ${ends.to}`, types: [], weight, isDirected: false };
      }),
      ...edges,
    ],
    leftOut: openings.reduce(
      (sum, { subgraph }) => sum + subgraph.truncated,
      map.truncated + offered.size - entities.size,
    ),
  };
}

function groupOf({ community }: DrawnEntity): NodeId | null {
  return community === null ? null : `c:${community}`;
}

/** The last opening first, of each the nearest and most important. What was opened itself is drawn before all. */
function chooseEntities(openings: readonly Opening[], room: number): Map<string, DrawnEntity> {
  const latest = openings.toReversed();
  const chosen = new Map<string, DrawnEntity>();
  const add = (entity: DrawnEntity | undefined): void => {
    if (entity && chosen.size < room && !chosen.has(entity.id)) chosen.set(entity.id, entity);
  };
  for (const { id, subgraph } of latest) if (id.startsWith('e:')) add(subgraph.entities[0]);
  for (const { subgraph } of latest) for (const entity of subgraph.entities.slice(0, MAX_OF_OPENING)) add(entity);
  return chosen;
}

/** One edge for each two entities that are related, however often. */
function mergeRelations(openings: readonly Opening[], entities: ReadonlyMap<string, unknown>): AtlasEdge[] {
  const edges = new Map<string, AtlasEdge>();
  for (const { from, type, to } of openings.flatMap(({ subgraph }) => subgraph.relations)) {
    if (!entities.has(from) || !entities.has(to) || from === to) continue;
    const id = from < to ? `e:${from} e:${to}` : `e:${to} e:${from}`;
    const edge = edges.get(id) ?? { from: `e:${from}`, to: `e:${to}`, types: [], isDirected: true };
    // Two openings tell the same relation.
    const types = [...new Set([...edge.types, type])];
    const isDirected = edge.isDirected && edge.from === `e:${from}`;
    edges.set(id, { ...edge, id, types, isDirected, weight: types.length });
  }
  return [...edges.values()];
}

/** Opens what is closed. Closing a group also closes what was opened in it. */
export function toggled(open: readonly NodeId[], node: NodeId, atlas: Atlas): NodeId[] {
  if (!open.includes(node)) return [...open, node].slice(-MAX_OPENINGS);
  const inside = new Set(atlas.nodes.filter(({ group }) => group === node).map(({ id }) => id));
  return open.filter((id) => id !== node && !inside.has(id));
}

/** Most openings that an address names; a further one closes the oldest. */
export const MAX_OPENINGS = 24;

/** Reads the openings of an address; what is none is left out. */
export function readOpenings(value: unknown): readonly NodeId[] | undefined {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const open = given.filter((id): id is NodeId => typeof id === 'string' && /^[ce]:./.test(id) && id.length <= 258);
  return open.length > 0 ? [...new Set(open)].slice(-MAX_OPENINGS) : undefined;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const DIRECTIONS = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] } as const;
export type Arrow = keyof typeof DIRECTIONS;

export function isArrow(key: string): key is Arrow {
  return Object.hasOwn(DIRECTIONS, key);
}

/** Half of the angle in which an arrow key looks. */
const VIEW = Math.PI / 3;

/**
 * Where an arrow key leads on the drawing: to the nearest thing in its direction, and to one that is related before others.
 *
 * @param from null: to the first thing
 * @returns null when nothing lies there
 */
export function neighbourTowards(
  from: NodeId | null,
  arrow: Arrow,
  positions: ReadonlyMap<NodeId, Point>,
  edges: readonly Pick<AtlasEdge, 'from' | 'to'>[],
): NodeId | null {
  const start = from && positions.get(from);
  if (!start) return positions.keys().next().value ?? null;
  const [toX, toY] = DIRECTIONS[arrow];
  const related = new Set(edges.flatMap(({ from: a, to: b }) => (a === from ? [b] : b === from ? [a] : [])));
  const seen = [...positions].flatMap(([id, point]) => {
    const [x, y] = [point.x - start.x, point.y - start.y];
    const length = Math.hypot(x, y);
    const turn = Math.acos((x * toX + y * toY) / length);
    // What lies aside or is not related seems farther away.
    return length > 0 && turn <= VIEW ? [{ id, cost: length * (1 + turn) * (related.has(id) ? 1 : 3) }] : [];
  });
  return seen.sort((a, b) => a.cost - b.cost)[0]?.id ?? null;
}
