import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DeletionLog, DocumentDeletion } from '../deletion-log.js';

const live = new AbortController().signal;

/** A deletion for tests. */
export function deletionOf(document: string, overrides: Partial<DocumentDeletion> = {}): DocumentDeletion {
  return { collection: 'lore', documents: [document], at: new Date().toISOString(), jobId: 'job-1', ...overrides };
}

/** Conformance suite of DeletionLog. `create` gives an empty log for each test. */
export function describeDeletionLog(name: string, create: () => DeletionLog | Promise<DeletionLog>): void {
  describe(`${name}, as a log of deletions`, () => {
    let log: DeletionLog;
    beforeEach(async () => {
      log = await create();
    });
    const documents = async (position: string | null, limit = 100): Promise<string[]> =>
      (await log.after(position, limit, live)).flatMap((deletion) => deletion.documents);

    it('tells deletions in the order of their appending, with all their fields', async () => {
      const [first, second] = [deletionOf('b', { documents: ['b', 'a'] }), deletionOf('c', { jobId: null })];
      await log.append(first, live);
      await log.append(second, live);
      expect(await log.after(null, 100, live)).toMatchObject([first, second]);
    });

    it('goes on after a position, page by page', async () => {
      for (const document of ['a', 'b', 'c']) await log.append(deletionOf(document), live);
      const [first, second] = await log.after(null, 2, live);
      expect(await documents(first?.position ?? null, 1)).toEqual(['b']);
      expect(await documents(second?.position ?? null)).toEqual(['c']);
      const [third] = await log.after(second?.position ?? null, 10, live);
      expect(await documents(third?.position ?? null)).toEqual([]);
      await log.append(deletionOf('d'), live);
      expect(await documents(third?.position ?? null)).toEqual(['d']);
    });

    it('takes more documents than a message of a broker holds', async () => {
      const many = Array.from({ length: 60_000 }, (_, index) => `d${String(index).padStart(20, '0')}`);
      await log.append(deletionOf('', { documents: many }), live);
      expect(await documents(null)).toEqual(many);
    });

    it('loses none of those that come at the same time', async () => {
      const all = Array.from({ length: 20 }, (_, index) => `d${String(index).padStart(2, '0')}`);
      await Promise.all(all.map((document) => log.append(deletionOf(document), live)));
      expect((await documents(null)).sort()).toEqual(all);
    });

    it('does nothing under an aborted signal', async () => {
      await expect(log.append(deletionOf('a'), AbortSignal.abort())).rejects.toThrow();
      expect(await documents(null)).toEqual([]);
    });
  });
}
