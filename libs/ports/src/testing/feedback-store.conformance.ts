import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Feedback } from '@arbiter/contracts';
import type { FeedbackStore } from '../feedback-store.js';

const live = new AbortController().signal;

/** Feedback for tests. */
export function feedbackOf(claim: string, overrides: Partial<Feedback> = {}): Feedback {
  return {
    id: `feedback_${claim}`,
    answerId: 'answer_1',
    domain: 'lore',
    claim,
    evidence: 'Mara keeps the lamp.',
    supported: true,
    comment: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

/** What every FeedbackStore keeps to. `create` gives an empty store for each test. */
export function describeFeedbackStore(name: string, create: () => FeedbackStore | Promise<FeedbackStore>): void {
  describe(`${name}, as a feedback store`, () => {
    let store: FeedbackStore;
    beforeEach(async () => {
      store = await create();
    });
    const claims = async (domain: string, limit = 100): Promise<string[]> =>
      (await store.ofDomain(domain, limit, live)).map(({ claim }) => claim);

    it('gives back feedback of a domain in the order of its appending, with all its fields', async () => {
      const [first, second] = [feedbackOf('a'), feedbackOf('b', { supported: false, comment: 'At dusk.\n🕯️' })];
      await store.append(first, live);
      await store.append(second, live);
      expect(await store.ofDomain('lore', 100, live)).toEqual([first, second]);
      expect(await claims('lore', 1)).toEqual(['b']);
    });

    it('keeps domains apart, and what belongs to none', async () => {
      await store.append(feedbackOf('a', { domain: null }), live);
      await store.append(feedbackOf('b', { domain: 'Lore' }), live);
      expect(await claims('lore')).toEqual([]);
      expect(await claims('Lore')).toEqual(['b']);
    });

    it('takes the last word on a claim of an answer', async () => {
      await store.append(feedbackOf('a'), live);
      await store.append(feedbackOf('a', { answerId: 'answer_2' }), live);
      await store.append(feedbackOf('a', { supported: false }), live);
      const last = await store.ofDomain('lore', 100, live);
      expect(last.map(({ answerId, supported }) => [answerId, supported])).toEqual([
        ['answer_2', true],
        ['answer_1', false],
      ]);
    });

    it('forgets what quotes deleted documents, and nothing else', async () => {
      await store.append(feedbackOf('a', { documents: ['light', 'harbour'] }), live);
      await store.append(feedbackOf('b'), live);
      await store.append(feedbackOf('c', { documents: ['light'] }), live);
      expect(await store.deleteOfDocuments({ documents: ['harbour'] }, live)).toBe(1);
      expect(await store.deleteOfDocuments({ documents: ['harbour'] }, live)).toBe(0);
      expect(await claims('lore')).toEqual(['b', 'c']);
    });

    it('loses none of what comes at the same time', async () => {
      const all = Array.from({ length: 20 }, (_, index) => String(index));
      await Promise.all(all.map((claim) => store.append(feedbackOf(claim), live)));
      expect((await claims('lore')).sort()).toEqual([...all].sort());
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.append(feedbackOf('a'), AbortSignal.abort())).rejects.toThrow();
      expect(await claims('lore')).toEqual([]);
    });
  });
}
