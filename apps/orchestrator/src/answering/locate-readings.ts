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
  return Promise.all(
    citations.map(async (citation) => {
      const box = await boxOf(client, citation, parent).catch(() => null);
      parent.signal.throwIfAborted();
      return box ? { ...citation, box } : citation;
    }),
  );
}

async function boxOf(
  client: OperationClient,
  { documentId, page, start, end }: Citation,
  parent: ParentCall,
): Promise<PageBox | null> {
  if (page === null) return null;
  const { regions } = await client.request(getPageRegions, { documentId, page }, { parent });
  const drawn = regions.filter(({ kind }) => DRAWN.includes(kind));
  if (drawn.length === 0) return null;
  const { pages } =
    start < end ? await client.request(locateSpan, { documentId, start, end }, { parent }) : { pages: [] };
  const boxes = pages.find((one) => one.page === page)?.boxes ?? [];
  const region = regionOf(boxes, drawn) ?? drawn[0];
  return region?.box ?? null;
}
