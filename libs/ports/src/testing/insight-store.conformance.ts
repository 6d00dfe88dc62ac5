import type { Insight } from '@arbiter/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { InsightOrigin, InsightStore, KeptInsight } from '../insight-store.js';

const live = new AbortController().signal;

/** An insight for tests, of session `s-1` and domain `lore`. */
export function keptInsightOf(
  id: string,
  overrides: Partial<Insight> = {},
  origin: Partial<InsightOrigin> = {},
): KeptInsight {
  return {
    insight: {
      id,
      summary: `Mara keeps the lamp. 🕯️ (${id})`,
      context: 'Asked: Who keeps\nthe lamp?',
      timestamp: '2026-01-01T00:00:00.000Z',
      usageCount: 0,
      lastAccessed: '2026-01-01T00:00:00.000Z',
      relevanceScore: 0.9,
      ...overrides,
    },
    origin: { sessionId: 's-1', domain: 'lore', answerId: `answer_of_${id}`, documents: ['light'], ...origin },
  };
}

/** Conformance suite of InsightStore. `create` gives an empty store for each test. */
export function describeInsightStore(name: string, create: () => InsightStore | Promise<InsightStore>): void {
  describe(`${name}, as a store of insights`, () => {
    let store: InsightStore;
    beforeEach(async () => {
      store = await create();
    });

    const idsOf = (kept: readonly KeptInsight[]) => kept.map(({ insight }) => insight.id);

    it('gives back insights with all their fields, in the order of their saving', async () => {
      const [first, second] = [keptInsightOf('b'), keptInsightOf('a', { relevanceScore: 0 }, { documents: [] })];
      await store.save(first, live);
      await store.save(second, live);
      expect(await store.ofDomain('lore', 10, live)).toEqual([first, second]);
      expect(await store.ofSession('s-1', live)).toEqual([first, second]);
    });

    it('gives the last of a domain, and the nameless domain apart', async () => {
      await store.save(keptInsightOf('a'), live);
      await store.save(keptInsightOf('b', {}, { domain: null }), live);
      await store.save(keptInsightOf('c'), live);
      await store.save(keptInsightOf('d'), live);
      expect(idsOf(await store.ofDomain('lore', 2, live))).toEqual(['c', 'd']);
      expect(idsOf(await store.ofDomain(null, 10, live))).toEqual(['b']);
      expect(idsOf(await store.ofDomain('law', 10, live))).toEqual([]);
    });

    it('counts uses, and passes over what is not there', async () => {
      await store.save(keptInsightOf('a'), live);
      await store.save(keptInsightOf('b'), live);
      await store.countUse(['a', 'nobody'], '2026-02-01T00:00:00.000Z', live);
      await store.countUse(['a'], '2026-03-01T00:00:00.000Z', live);
      expect((await store.ofDomain('lore', 10, live)).map(({ insight }) => insight)).toEqual([
        keptInsightOf('a', { usageCount: 2, lastAccessed: '2026-03-01T00:00:00.000Z' }).insight,
        keptInsightOf('b').insight,
      ]);
    });

    it('loses no use of those that are counted at the same time', async () => {
      await store.save(keptInsightOf('a'), live);
      const uses = Array.from({ length: 10 }, () => store.countUse(['a'], '2026-02-01T00:00:00.000Z', live));
      await Promise.all(uses);
      expect((await store.ofSession('s-1', live))[0]?.insight.usageCount).toBe(10);
    });

    it('replaces one of the same id', async () => {
      await store.save(keptInsightOf('a'), live);
      await store.save(keptInsightOf('a', { summary: 'Odo keeps it now.' }), live);
      expect((await store.ofDomain('lore', 10, live)).map(({ insight }) => insight.summary)).toEqual([
        'Odo keeps it now.',
      ]);
    });

    it('loses none of those that are saved at the same time', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `insight_${String(index).padStart(2, '0')}`);
      await Promise.all(ids.map((id) => store.save(keptInsightOf(id), live)));
      expect(idsOf(await store.ofDomain('lore', 100, live)).sort()).toEqual(ids);
    });

    it('forgets those of a session, and no other', async () => {
      await store.save(keptInsightOf('a'), live);
      await store.save(keptInsightOf('b', {}, { sessionId: 's-2' }), live);
      await store.save(keptInsightOf('c', {}, { sessionId: null }), live);
      await store.save(keptInsightOf('d'), live);
      expect(await store.deleteOfSession('s-1', live)).toBe(2);
      expect(await store.deleteOfSession('s-1', live)).toBe(0);
      expect(idsOf(await store.ofDomain('lore', 10, live))).toEqual(['b', 'c']);
      expect(await store.ofSession('s-1', live)).toEqual([]);
    });

    it('forgets what was learnt from deleted documents, and nothing else', async () => {
      await store.save(keptInsightOf('a', {}, { documents: ['light', 'harbour'] }), live);
      await store.save(keptInsightOf('b', {}, { documents: ['light'], domain: null }), live);
      await store.save(keptInsightOf('c', {}, { documents: ['tide'], sessionId: 's-2', domain: 'law' }), live);
      await store.save(keptInsightOf('d', {}, { documents: [] }), live);
      expect(await store.deleteOfDocuments({ documents: ['harbour', 'tide'] }, live)).toBe(2);
      expect(await store.deleteOfDocuments({ documents: ['harbour', 'tide'] }, live)).toBe(0);
      expect(idsOf(await store.ofSession('s-1', live))).toEqual(['b', 'd']);
      expect(idsOf(await store.ofDomain('law', 10, live))).toEqual([]);
    });

    it('does not bring back what was deleted when its use is counted', async () => {
      await store.save(keptInsightOf('a'), live);
      await store.deleteOfSession('s-1', live);
      await store.countUse(['a'], '2026-02-01T00:00:00.000Z', live);
      expect(await store.ofDomain('lore', 10, live)).toEqual([]);
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.save(keptInsightOf('a'), AbortSignal.abort())).rejects.toThrow();
      expect(await store.ofDomain('lore', 10, live)).toEqual([]);
    });
  });
}
