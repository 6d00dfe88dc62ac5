import type { RelationState } from '@arbiter/changelog';
import type { World } from '../world/world.js';
import { communitiesOf, type Community } from './communities.js';

/** Most relations that are drawn: ten for each of 300 things. A picture of more shows none of them. */
export const MAX_DRAWN_RELATIONS = 3_000;

/** A part of the graph to draw. */
export interface Subgraph {
  /** The nearest first, and of those the most important. */
  readonly nodes: readonly { readonly node: number; readonly distance: number }[];
  /** Those that hold between the nodes, each once. */
  readonly relations: readonly RelationState[];
  /** Nodes that the limit left out. */
  readonly truncated: number;
}

/**
 * What lies around entities, breadth first along relations that hold at the world's time.
 *
 * @param start positions of the entities at distance 0
 * @param depth relations to the farthest; 0: those entities alone
 * @param limit ≥ 1
 */
export function subgraphAround(world: World, start: readonly number[], depth: number, limit: number): Subgraph {
  const reached = new Map(start.map((node) => [node, 0]));
  let ring: readonly number[] = start;
  for (let distance = 1; distance <= depth && ring.length > 0; distance += 1) {
    const next = new Set(ring.flatMap((node) => neighboursOf(world, node)).filter((node) => !reached.has(node)));
    for (const node of next) reached.set(node, distance);
    ring = [...next];
  }
  const importance = (node: number): number => world.graph.entities[node]?.importance.composite ?? 0;
  const nodes = [...reached]
    .map(([node, distance]) => ({ node, distance }))
    .sort((a, b) => a.distance - b.distance || importance(b.node) - importance(a.node) || a.node - b.node)
    .slice(0, limit);
  const ids = new Set(nodes.flatMap(({ node }) => world.graph.entities[node]?.id ?? []));
  return {
    nodes,
    relations: world.relationsThatHold(ids).slice(0, MAX_DRAWN_RELATIONS),
    truncated: reached.size - nodes.length,
  };
}

/** Positions of the entities at the other ends of relations that hold, one for each relation. */
export function neighboursOf(world: World, node: number): number[] {
  const id = world.graph.entities[node]?.id ?? '';
  return world.relationsOf(id).flatMap(({ from, to, ended }) => {
    if (ended !== null) return [];
    return world.graph.nodeOf(from === id ? to : from) ?? [];
  });
}

/** The communities of a level, and how they hang together. */
export interface CommunityMap {
  /** The largest first. `relations`: those among the members. */
  readonly communities: readonly (Community & { readonly relations: number })[];
  /** Pairs by the number of relations between their members, most first. */
  readonly links: readonly { readonly from: string; readonly to: string; readonly weight: number }[];
  /** Communities that the limit left out. */
  readonly truncated: number;
}

/** @param limit ≥ 1 */
export function communityMap(world: World, level: number, limit: number): CommunityMap {
  const { graph } = world;
  const all = communitiesOf(graph, level);
  const shown = all.slice(0, limit);
  const membership = new Map(shown.flatMap(({ members }, at) => members.map((node) => [node, at] as const)));
  const weights = new Map<number, number>();
  for (const { from, to } of world.relationsThatHold()) {
    const [a, b] = [from, to].map((id) => membership.get(graph.nodeOf(id) ?? -1));
    if (a === undefined || b === undefined) continue;
    const pair = Math.min(a, b) * shown.length + Math.max(a, b);
    weights.set(pair, (weights.get(pair) ?? 0) + 1);
  }
  const links = [...weights]
    .map(([pair, weight]) => ({ pair, from: Math.floor(pair / shown.length), to: pair % shown.length, weight }))
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => b.weight - a.weight || a.pair - b.pair)
    .slice(0, MAX_DRAWN_RELATIONS);
  return {
    communities: shown.map((community, at) => ({ ...community, relations: weights.get(at * shown.length + at) ?? 0 })),
    links: links.map(({ from, to, weight }) => ({ from: shown[from]?.id ?? '', to: shown[to]?.id ?? '', weight })),
    truncated: all.length - shown.length,
  };
}
