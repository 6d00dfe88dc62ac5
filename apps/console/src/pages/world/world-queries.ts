import type { OutputOf } from '@arbiter/client';
import { queryOptions } from '@tanstack/react-query';
import { collectionsQuery } from '../../server/library-queries.js';
import { queries, server } from '../../server/server.js';
import type { NodeId, Opening } from './atlas.js';

/** A collection at a time of its world. */
export interface Moment {
  readonly collection: string;
  /** The world after this session; undefined: after the last. */
  readonly asOfSession: number | undefined;
}

/** Most entities that an opening asks for: what is not drawn stands in the card. */
const MAX_NEIGHBOURS = 300;
/** Most entries of the changelog that are read. */
const MAX_ENTRIES = 5_000;
/** Pages of the entities whose names are kept for search: the most important 2,000. */
const PAGES = [0, 500, 1_000, 1_500];

/**
 * Names of the collections, and the one to show.
 *
 * @param chosen undefined: the first that has a graph, else the first
 */
export function shownQuery(chosen: string | undefined) {
  return queryOptions({
    queryKey: ['world', 'collections', chosen],
    queryFn: async ({ signal }) => {
      const names = (await queries.query(collectionsQuery)).map(({ manifest }) => manifest.name);
      if (chosen !== undefined || names.length < 2) return { names, shown: chosen ?? names[0] };
      // Asking each for its graph would fail for those without one.
      const { withoutGraph } = await server.call('previews', { query: 'world', limit: 1 }, { signal });
      return { names, shown: names.find((name) => !withoutGraph.includes(name)) ?? names[0] };
    },
  });
}

/** What a group holds or an entity is related to, by the id of its node; of an entity also by its name. */
export function openingQuery({ collection, asOfSession }: Moment, node: NodeId) {
  const what = node.startsWith('c:') ? { community: node.slice(2) } : { entity: node.slice(2) };
  return queryOptions({
    queryKey: ['world', 'opening', collection, asOfSession, node],
    queryFn: async ({ signal }): Promise<Opening> => {
      const input = { collection, asOfSession, limit: MAX_NEIGHBOURS, ...what };
      const subgraph = await server.call('getSubgraph', input, { signal });
      const [first] = subgraph.entities;
      return { id: first && 'entity' in what ? `e:${first.id}` : node, subgraph };
    },
  });
}

/** Entities with their names, the most important first. */
export function namesQuery(collection: string) {
  return queryOptions({
    queryKey: ['world', 'names', collection],
    queryFn: async ({ signal }) => {
      const pageAt = (offset: number) =>
        server.call('listGraphEntities', { collection, offset, limit: 500 }, { signal });
      return (await Promise.all(PAGES.map(pageAt))).flatMap(({ entities }) => entities);
    },
  });
}

/** The changelog of a collection, reverted entries too. */
export function changesQuery(collection: string) {
  return queryOptions({
    queryKey: ['world', 'changes', collection],
    queryFn: async ({ signal }) => {
      const changes: OutputOf<'listChanges'>['changes'] = [];
      let after: string | undefined;
      do {
        const input = { collection, includeReverted: true, limit: 500, after };
        const page = await server.call('listChanges', input, { signal });
        changes.push(...page.changes);
        after = page.next ?? undefined;
      } while (after !== undefined && changes.length < MAX_ENTRIES);
      return { changes, isWhole: after === undefined };
    },
  });
}
