import { type Citation, getPageRegions, locateSpan, type PageBox, type PageRegion } from '@arbiter/contracts';
import type { OperationClient, ParentCall } from '@arbiter/messaging';
import { regionOf } from '@arbiter/ports';

/** Kinds of regions that a picture is read from. */
const DRAWN: readonly PageRegion['kind'][] = ['figure', 'table'];

/**
 * Adds the part of its page to each citation of what was read there: the figure or table that holds the words of its quote, else the
 * most certain one. A citation stays as it is where its page has none, or where nobody can say.
 */
export async function locateReadings(
  client: OperationClient,
  citations: readonly Citation[],
  parent: ParentCall,
): Promise<Citation[]> {
  // Several sentences of one page: its regions are asked for once.
  const known = new Map<string, Promise<readonly PageRegion[]>>();
  const drawnOn = (documentId: string, page: number): Promise<readonly PageRegion[]> => {
    const key = `${documentId}/${page}`;
    const asked = known.get(key) ?? drawnRegions(client, { documentId, page }, parent);
    known.set(key, asked);
    return asked;
  };
  return Promise.all(
    citations.map(async (citation) => {
      const { documentId, page } = citation;
      if (page === null) return citation;
      const box = await drawnOn(documentId, page)
        .then((regions) => boxOf(client, { ...citation, page }, regions, parent))
        .catch(() => null);
      parent.signal.throwIfAborted();
      return box ? { ...citation, box } : citation;
    }),
  );
}

async function drawnRegions(
  client: OperationClient,
  place: { readonly documentId: string; readonly page: number },
  parent: ParentCall,
): Promise<readonly PageRegion[]> {
  const { regions } = await client.request(getPageRegions, place, { parent });
  return regions.filter(({ kind }) => DRAWN.includes(kind));
}

async function boxOf(
  client: OperationClient,
  { documentId, page, start, end }: Citation & { readonly page: number },
  drawn: readonly PageRegion[],
  parent: ParentCall,
): Promise<PageBox | null> {
  if (drawn.length === 0) return null;
  const { pages } =
    start < end ? await client.request(locateSpan, { documentId, start, end }, { parent }) : { pages: [] };
  const boxes = pages.find((one) => one.page === page)?.boxes ?? [];
  const region = regionOf(boxes, drawn) ?? drawn[0];
  return region?.box ?? null;
}
