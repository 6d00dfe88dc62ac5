import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useRef } from 'react';
import { type Atlas, atlasOf, type NodeId, type Opening, type Subgraph, toggled } from './atlas.js';
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
  const parts = useQueries({ queries: ids.map((id) => openingQuery(moment, id)), combine: combined });
  const isLoading = map.isPending || parts.isLoading;
  const made = useMemo(
    () =>
      map.data &&
      atlasOf(
        map.data,
        ids.flatMap((id, at) => openingOf(id, parts.data[at]) ?? []),
      ),
    [map.data, ids, parts.data],
  );
  const last = useRef<Atlas>(undefined);
  if (!isLoading) last.current = made;
  const atlas = last.current;
  const chosen = entity === undefined ? undefined : parts.data.at(-1)?.entities[0];
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

function combined(parts: readonly UseQueryResult<Subgraph>[]) {
  return { data: parts.map(({ data }) => data), isLoading: parts.some(({ isPending }) => isPending) };
}

/** A name in the address means the entity that has it. */
function openingOf(id: NodeId, subgraph: Subgraph | undefined): Opening | undefined {
  const first = id.startsWith('e:') ? subgraph?.entities[0] : undefined;
  return subgraph && { id: first ? `e:${first.id}` : id, subgraph };
}
