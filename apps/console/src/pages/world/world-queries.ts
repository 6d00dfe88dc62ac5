import { ClientError, type OutputOf } from '@arbiter/client';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { queries, server } from '../../server/server.js';
import { MAX_GROUPS, type NodeId } from './atlas.js';
import type { NamedEntity } from './find-by-name.js';

/** A collection at a time of its world. */
export interface Moment {
  readonly collection: string;
  /** The world after this session; undefined: after the last. */
  readonly asOfSession: number | undefined;
}

/** Most entities that an opening asks for: what is not drawn stands in the card. */
const MAX_NEIGHBOURS = 300;
/** Most pages of the changelog that are read, 500 entries each. */
const MAX_PAGES = 10;

/**
 * Names of the collections, and the one to show.
 *
 * @param chosen undefined: the first that has a graph, else the first
 */
export function collectionsQuery(chosen: string | undefined) {
  return queryOptions({
    queryKey: ['world-collections', chosen],
    queryFn: async ({ signal }) => {
      const { collections } = await server.call('listCollections', {}, { signal });
      const names = collections.map(({ manifest }) => manifest.name);
      if (chosen !== undefined || names.length < 2) return { names, shown: chosen ?? names[0] };
      // Asking each for its graph would fail for those without one.
      const { withoutGraph } = await server.call('previews', { query: 'world', limit: 1 }, { signal });
      return { names, shown: names.find((name) => !withoutGraph.includes(name)) ?? names[0] };
    },
  });
}

/** The numbers of a graph; null for a collection without one. */
export function graphQuery(collection: string) {
  return queryOptions({
    queryKey: ['world', collection, 'graph'],
    queryFn: ({ signal }) =>
      server.call('getGraph', { collection }, { signal }).catch((thrown: unknown) => {
        if (thrown instanceof ClientError && thrown.code === 'NOT_FOUND') return null;
        throw thrown;
      }),
  });
}

export function mapQuery({ collection, asOfSession }: Moment) {
  return queryOptions({
    queryKey: ['world', collection, 'map', asOfSession],
    queryFn: ({ signal }) => server.call('getSubgraph', { collection, limit: MAX_GROUPS, asOfSession }, { signal }),
  });
}

/** What a group holds or an entity is related to, by the id of its node. */
export function openingQuery({ collection, asOfSession }: Moment, node: NodeId) {
  const what = node.startsWith('c:') ? { community: node.slice(2) } : { entity: node.slice(2), depth: 1 };
  return queryOptions({
    queryKey: ['world', collection, 'opening', asOfSession, node],
    queryFn: ({ signal }) =>
      server.call('getSubgraph', { collection, ...what, limit: MAX_NEIGHBOURS, asOfSession }, { signal }),
  });
}

/** Most entities whose names are kept for search: the most important ones. */
const MAX_NAMES = 2_000;

/** Names of the entities of a graph, the most important first. */
export function namesQuery(collection: string) {
  return queryOptions({
    queryKey: ['world', collection, 'names'],
    queryFn: async ({ signal }) => {
      const names: NamedEntity[] = [];
      for (let total = 1; names.length < Math.min(total, MAX_NAMES);) {
        const input = { collection, offset: names.length, limit: 500 };
        const page = await server.call('listGraphEntities', input, { signal });
        names.push(...page.entities.map(({ id, name, type, aliases }) => ({ id, name, type, aliases })));
        total = page.entities.length === 0 ? 0 : page.total;
      }
      return names;
    },
  });
}

/** Entities that a description means. */
export function foundQuery(collection: string, query: string) {
  return queryOptions({
    queryKey: ['world', collection, 'found', query],
    queryFn: async ({ signal }): Promise<NamedEntity[]> =>
      (await server.call('previews', { query, collections: [collection], limit: 6 }, { signal })).entities,
  });
}

/** How two entities hang together. */
export function pathQuery({ collection, asOfSession }: Moment, from: string, to: string) {
  return queryOptions({
    queryKey: ['world', collection, 'path', asOfSession, from, to],
    queryFn: ({ signal }) => server.call('findPath', { collection, from, to, asOfSession }, { signal }),
  });
}

/** All that is known of an entity: text with citations, and its changes. */
export function cardQuery({ collection, asOfSession }: Moment, id: string) {
  return queryOptions({
    queryKey: ['world', collection, 'card', asOfSession, id],
    queryFn: async ({ signal }) => {
      const input = { collection, ids: [id], includePassages: true, maxTokens: 2_000, asOfSession };
      return (await server.call('expand', input, { signal })).expansions[0] ?? null;
    },
  });
}

/** The changelog of a collection, reverted entries too. */
export function changesQuery(collection: string) {
  return queryOptions({
    queryKey: ['world', collection, 'changes'],
    queryFn: async ({ signal }) => {
      const changes: OutputOf<'listChanges'>['changes'] = [];
      let after: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const input = { collection, includeReverted: true, limit: 500, after };
        const { changes: more, next } = await server.call('listChanges', input, { signal });
        changes.push(...more);
        if (next === null) return { changes, isWhole: true };
        after = next;
      }
      return { changes, isWhole: false };
    },
  });
}

export function correctionsQuery(collection: string) {
  return queryOptions({
    queryKey: ['world', collection, 'corrections'],
    queryFn: async ({ signal }) =>
      (await server.call('listGraphCorrections', { collection, limit: 500 }, { signal })).corrections,
  });
}

export function proposalsQuery(collection: string, includeRecorded: boolean) {
  return queryOptions({
    queryKey: ['world', collection, 'proposals', includeRecorded],
    queryFn: ({ signal }) => server.call('extractChanges', { collection, includeRecorded }, { signal }),
    staleTime: 300_000,
  });
}

/** Why this reader may not change the world of a collection; null if they may. The server decides, by what only editors read. */
export function useNoEditing(collection: string): string | null {
  const { error } = useQuery(correctionsQuery(collection));
  return whyNoEditing(error);
}

export function whyNoEditing(error: unknown): string | null {
  const isRefused = error instanceof ClientError && ['FORBIDDEN', 'UNAUTHENTICATED'].includes(error.code);
  return isRefused ? 'Only editors may change this world. Sign in with the key of an editor under Settings.' : null;
}

/** A change of the world: all that is drawn of the collection is asked for again. */
export function useChange<Input, Output>(collection: string, change: (input: Input) => Promise<Output>) {
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['world', collection] }),
  });
}
