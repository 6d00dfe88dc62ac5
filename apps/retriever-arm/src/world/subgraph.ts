import {
  ArbiterError,
  type getSubgraph,
  type OperationInput,
  type OperationOutput,
  unknownName,
} from '@arbiter/contracts';
import {
  communityById,
  communityMap,
  communityOf,
  neighboursOf,
  subgraphAround,
  type World,
} from '@arbiter/knowledge-graph';

type SubgraphRequest = Omit<OperationInput<typeof getSubgraph>, 'collection'>;
type SubgraphResponse = OperationOutput<typeof getSubgraph>;

/** Members that tell what a community is about. */
const SHOWN_MEMBERS = 5;

/**
 * The part of a world to draw.
 *
 * @throws ArbiterError NOT_FOUND for a name that means no entity, or several, and for an unknown community
 */
export function drawSubgraph(
  world: World,
  { entity, community, depth, level, limit }: SubgraphRequest,
): SubgraphResponse {
  if (entity !== undefined) return entitiesOf(world, [world.graph.nodeOf(knownId(world, entity)) ?? -1], depth, limit);
  if (community !== undefined) {
    const known = communityById(world.graph, community);
    if (known) return entitiesOf(world, known.members, 0, limit);
    throw new ArbiterError('NOT_FOUND', `The knowledge graph has no community "${community}".`, {
      details: { community },
    });
  }
  const { communities, links, truncated } = communityMap(world, level, limit);
  return {
    entities: [],
    relations: [],
    communities: communities.map(({ members, ...shown }) => ({
      ...shown,
      members: members.length,
      entities: members.slice(0, SHOWN_MEMBERS).map((node) => {
        const { id, name, type, availability, importance } = standingOf(world, node);
        return { id, name, type, availability, importance };
      }),
    })),
    links: [...links],
    truncated,
  };
}

/** @throws ArbiterError NOT_FOUND for a name that means no entity, or several */
export function knownId(world: World, name: string): string {
  const found = world.graph.index.find(name)?.id;
  if (found !== undefined) return found;
  const known = world.graph.index.entities.flatMap((entity) => [entity.id, entity.name]);
  const message = world.graph.index.has(name)
    ? `The knowledge graph has several entities "${name}": use the id.`
    : unknownName('The knowledge graph has no entity', name, known);
  throw new ArbiterError('NOT_FOUND', message, { details: { entityId: name } });
}

function entitiesOf(world: World, start: readonly number[], depth: number, limit: number): SubgraphResponse {
  const { nodes, relations, truncated } = subgraphAround(world, start, depth, limit);
  return {
    entities: nodes.map(({ node, distance }) => ({
      ...standingOf(world, node),
      distance,
      degree: neighboursOf(world, node).length,
      community: communityOf(world.graph, node, 0)?.id ?? null,
    })),
    relations: relations.map(({ from, type, to, since }) => ({ from, type, to, since: since?.session ?? null })),
    communities: [],
    links: [],
    truncated,
  };
}

function standingOf(world: World, node: number) {
  const { id = '', name = '', type = '', importance } = world.graph.entities[node] ?? {};
  const { status, availability, since } = world.standingOf(id);
  return {
    id,
    name,
    type,
    status,
    availability,
    since: since?.session ?? null,
    importance: importance?.composite ?? 0,
  };
}
