import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { type Atlas, atlasOf, type NodeId, toggled } from './atlas.js';
import { mapQuery, type Moment, openingQuery } from './world-queries.js';

/** The views of a world, each at its address. */
export const VIEWS = [
  { view: undefined, name: 'Map' },
  { view: 'list', name: 'List' },
  { view: 'changes', name: 'Changes' },
  { view: 'corrections', name: 'Corrections' },
] as const;

export type WorldPlace = ReturnType<typeof useWorldPlace>;

/** Where one is in a world: all of it stands in the address. */
export function useWorldPlace() {
  const place = useSearch({ from: '/world' });
  const navigate = useNavigate({ from: '/world' });
  const go = useCallback(
    (change: Partial<typeof place>) => void navigate({ search: (all) => ({ ...all, ...change }) }),
    [navigate],
  );
  const openDocument = useCallback(
    (doc: string, start: number, end: number) => void navigate({ search: (all) => ({ ...all, doc, start, end }) }),
    [navigate],
  );
  return { ...place, open: place.open ?? [], go, openDocument };
}

export interface DrawnWorld {
  /** Undefined until the groups are there. While more is loaded: what was drawn last. */
  readonly atlas: Atlas | undefined;
  readonly error: unknown;
  /** The node of the entity of the address, which may be named there otherwise; null without one, or for an unknown one. */
  readonly selected: NodeId | null;
  readonly isLoading: boolean;
  retry(): void;
  toggle(id: NodeId): void;
}

/** What is drawn of a world at a place. */
export function useDrawnWorld(moment: Moment, { entity, open, go }: WorldPlace): DrawnWorld {
  const map = useQuery(mapQuery(moment));
  const ids = useMemo(() => {
    const chosen: NodeId[] = entity === undefined ? [] : [`e:${entity}`];
    return [...open.filter((id) => id !== chosen[0]), ...chosen];
  }, [open, entity]);
  const parts = useQueries({ queries: ids.map((id) => openingQuery(moment, id)) });
  const openings = ids.flatMap((id, at) => {
    const subgraph = parts[at]?.data;
    if (!subgraph) return [];
    // A name in the address means the entity that has it.
    const first = id.startsWith('e:') ? subgraph.entities[0] : undefined;
    return [{ id: first ? (`e:${first.id}` as const) : id, subgraph }];
  });
  const isLoading = map.isPending || parts.some(({ isPending }) => isPending);
  const last = useRef<Atlas>(undefined);
  const made = useMadeOf(map.data, openings);
  if (!isLoading) last.current = made;
  const atlas = isLoading ? last.current : made;
  const chosen = entity === undefined ? undefined : parts.at(-1)?.data?.entities[0];
  const toggle = (id: NodeId): void => {
    if (!atlas) return;
    if (id.startsWith('c:')) go({ open: toggled(open, id, atlas) });
    else if (chosen && id === `e:${chosen.id}`) go({ entity: undefined, open: open.filter((each) => each !== id) });
    else go({ entity: id.slice(2), open: open.includes(id) ? [...open] : toggled(open, id, atlas) });
  };
  return {
    atlas,
    error: map.error,
    selected: chosen ? `e:${chosen.id}` : null,
    isLoading,
    retry: () => void map.refetch(),
    toggle,
  };
}

/** The atlas, made anew only when something of it has changed. */
function useMadeOf(map: Parameters<typeof atlasOf>[0] | undefined, openings: Parameters<typeof atlasOf>[1]) {
  const made = useRef<{ readonly of: readonly unknown[]; readonly atlas: Atlas | undefined }>(undefined);
  const of = [map, ...openings.flatMap(({ id, subgraph }) => [id, subgraph])];
  if (made.current?.of.length !== of.length || of.some((each, at) => each !== made.current?.of[at])) {
    made.current = { of, atlas: map && atlasOf(map, openings) };
  }
  return made.current.atlas;
}
