import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { CommunityPreview, EntityPreview, EntityRelation, GraphEntityId, WorldTimeInUrl } from './world.operations.js';

/** Most things that are drawn at once. */
export const MAX_SUBGRAPH = 300;

/** An entity as a node of a drawing. `retriever.expand` tells the rest. */
export const SubgraphEntity = EntityPreview.pick({
  id: true,
  name: true,
  type: true,
  status: true,
  availability: true,
  since: true,
  importance: true,
}).extend({
  /** Relations on the shortest way from the entity asked for; 0 for itself, and for members of the community asked for. */
  distance: z.int().min(0),
  /** Relations that it has in all: more than are drawn, if some lead to things that are not. */
  degree: z.int().min(0),
  /** Its community of the coarsest level; null in a graph without communities. */
  community: z.string().nullable(),
});
export type SubgraphEntity = z.output<typeof SubgraphEntity>;

export const SubgraphCommunity = CommunityPreview.pick({ id: true, level: true, name: true, members: true }).extend({
  /** Its most important members, the most important first. */
  entities: z.array(EntityPreview.pick({ id: true, name: true, type: true, availability: true, importance: true })),
  /** Relations among its members. */
  relations: z.int().min(0),
});
export type SubgraphCommunity = z.output<typeof SubgraphCommunity>;

export const getSubgraph = defineOperation({
  name: 'retriever.get-subgraph',
  summary:
    'The part of a knowledge graph to draw: around an entity, within a community, or its communities with how they hang together.',
  input: z
    .strictObject({
      collection: CollectionName,
      /** An id, or a name that one entity has. Absent, without a community: the communities of a level. */
      entity: GraphEntityId.optional(),
      /** Draws the members of this community, and the relations among them. */
      community: z.string().min(1).max(32).optional(),
      /** Relations from the entity to the farthest that are drawn. */
      depth: z.coerce.number().int().min(1).max(3).default(1),
      /** Of the communities: 0 is the coarsest. */
      level: z.coerce.number().int().min(0).max(64).default(0),
      limit: z.coerce.number().int().min(1).max(MAX_SUBGRAPH).default(100),
      ...WorldTimeInUrl,
    })
    .refine(({ entity, community }) => entity === undefined || community === undefined, {
      error: 'leave out "entity" or "community"',
      path: ['community'],
    }),
  output: z.strictObject({
    /** The nearest first, and of those the most important. Empty for communities. */
    entities: z.array(SubgraphEntity),
    /** Those that hold between these entities, each once. */
    relations: z.array(EntityRelation.omit({ name: true })),
    /** The largest first. Empty for entities. */
    communities: z.array(SubgraphCommunity),
    /** Pairs of these communities by the number of relations between their members, most first. */
    links: z.array(z.strictObject({ from: z.string(), to: z.string(), weight: z.int().min(1) })),
    /** Entities within the depth, or communities, that the limit left out. */
    truncated: z.int().min(0),
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/graphs/{collection}/subgraph' },
  examples: {
    'the communities': { collection: 'lore' },
    'around an entity, after a session': {
      collection: 'lore',
      entity: 'tidehouse',
      depth: 2,
      limit: 50,
      asOfSession: 3,
    },
    'within a community': { collection: 'lore', community: '0-3' },
  },
});
