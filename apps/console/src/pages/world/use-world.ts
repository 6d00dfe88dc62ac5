import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, useContext, useMemo, useRef } from 'react';
import { asked } from '../../server/asked.js';
import { type Atlas, atlasOf, MAX_GROUPS, type NodeId, type Opening, toggled } from './atlas.js';
import type { TypeMarks } from './entity-types.js';
import { type Moment, openingQuery } from './world-queries.js';

const NONE: readonly NodeId[] = [];

/** Where one is in a world: all of it stands in the address. */
export function useWorldPlace() {
  const place = useSearch({ from: '/world' });
  const navigate = useNavigate({ from: '/world' });
  const go = (change: Partial<typeof place>): void => void navigate({ search: (all) => ({ ...all, ...change }) });
  return { ...place, open: place.open ?? NONE, go };
}

/** What all parts of the page know of the world that they are in. */
export interface World extends ReturnType<typeof useWorldPlace> {
  readonly collection: string;
  readonly moment: Moment;
  /** Entities by type. */
  readonly counts: Readonly<Record<string, number>>;
  readonly marks: TypeMarks;
}

export const WorldContext = createContext<World | null>(null);

export function useWorld(): World {
  const world = useContext(WorldContext);
  if (!world) throw new Error('it is drawn outside of a world');
  return world;
}

/** What is drawn of a world at its place. */
export function useDrawnWorld() {
  const { moment, entity, open, go } = useWorld();
  const map = useQuery(asked('getSubgraph', { ...moment, limit: MAX_GROUPS }));
  const chosen: readonly NodeId[] = entity === undefined ? NONE : [`e:${entity}`];
  const ids = [...open.filter((id) => id !== chosen[0]), ...chosen];
  const parts = useQueries({ queries: ids.map((id) => openingQuery(moment, id)), combine: combined });
  const made = useMemo(() => map.data && atlasOf(map.data, parts.openings), [map.data, parts.openings]);
  const isLoading = map.isPending || parts.isLoading;
  // While more is loaded, what was drawn last stays.
  const last = useRef<Atlas>(undefined);
  if (!isLoading) last.current = made;
  const atlas = last.current;
  /** The node of the entity of the address, which may be named there otherwise; null without one, or for an unknown one. */
  const selected = entity === undefined ? null : (parts.last ?? null);
  const toggle = (id: NodeId): void => {
    if (!atlas) return;
    if (id.startsWith('c:')) go({ open: toggled(open, id, atlas) });
    else if (id === selected) go({ entity: undefined, open: open.filter((each) => each !== id) });
    else go({ entity: id.slice(2), open: open.includes(id) ? open : toggled(open, id, atlas) });
  };
  const { error, refetch } = map;
  return { query: { data: atlas, error, refetch }, selected, isLoading, toggle };
}

function combined(parts: readonly UseQueryResult<Opening>[]) {
  return {
    openings: parts.flatMap(({ data }) => data ?? []),
    last: parts.at(-1)?.data?.id,
    isLoading: parts.some(({ isPending }) => isPending),
  };
}
