import { FoundPage, interpretPage } from '@arbiter/contracts';
import type { OperationClient, ParentCall } from '@arbiter/messaging';
import { z } from 'zod';

/** Pages that a vision model reads for one question, the best ones: each takes it seconds. */
export const MAX_READ_PAGES = 2;

/** A page with what a vision model read in its picture. */
export const PageReading = FoundPage.omit({ passages: true }).extend({
  /** What the picture says to the question; none where it says nothing. */
  sentences: z.array(z.string().min(1)),
});
export type PageReading = z.output<typeof PageReading>;

export interface ReadPages {
  /** `words`: no vision model is set up, or the budget leaves none room, and nothing was read. */
  readonly mode: 'read' | 'words';
  /** Why it is less than it could be. */
  readonly degraded: readonly string[];
  /** In the order of the pages. */
  readonly readings: readonly PageReading[];
}

/**
 * Has the best of the pages read.
 *
 * @param pages best first, at least one
 * @throws ArbiterError of the vision model, unless it could read another page
 */
export async function readPages(
  client: OperationClient,
  query: string,
  pages: readonly FoundPage[],
  parent: ParentCall,
): Promise<ReadPages> {
  const tried = await Promise.allSettled(
    pages.slice(0, MAX_READ_PAGES).map(async ({ passages: _, ...page }) => {
      const { documentId, page: number } = page;
      const { mode, sentences, degraded } = await client.request(
        interpretPage,
        { query, documentId, page: number },
        { parent },
      );
      return { mode, degraded, reading: { ...page, sentences } };
    }),
  );
  const read = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [first] = read;
  const failed = tried.find((one) => one.status === 'rejected');
  if (!first) throw failed?.reason;
  return {
    mode: first.mode,
    degraded: [...new Set(read.flatMap(({ degraded = [] }) => degraded))],
    readings: read.map(({ reading }) => reading),
  };
}
