import type { Answer, QueryRequest } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { ask } from '../src/http-calls.js';
import { SHARED_DOMAIN } from '../src/shared/shared-library.js';

export interface WholeWorldServer {
  /** Where a server on the shared library answers; known from the first test on. */
  readonly url: () => string;
  /** Whether its reader is on, which makes it surer of an answer. */
  readonly isRead: boolean;
}

/** Questions about the whole of the sample domain, answered from its graph, and such as count. */
export function describeWholeWorld({ url, isRead }: WholeWorldServer): void {
  const put = (query: string, more: Partial<QueryRequest> = {}): Promise<Answer> =>
    ask(url(), { query, domain: SHARED_DOMAIN, ...more });

  describe('a question about the whole of the sample domain', () => {
    it('is answered from several documents and sessions, and checked like any other', async () => {
      const { status, answer, citations, confidence, validation } = await put('What are the main conflicts?');
      expect(status).toBe('answered');
      expect(answer).toMatch(/Order of the Ninth Wave is hostile to .*party since session 3\. \[\d+\]/);
      expect(answer).toMatch(/Salt Board quarrels with the fenfolk over peat/);
      expect(new Set(citations.map(({ source }) => source)).size).toBeGreaterThan(3);
      expect(citations.map(({ marker }) => marker)).toEqual(citations.map((_, index) => index + 1));
      expect(validation?.isSupported).toBe(true);
      if (isRead) expect(confidence).toBeGreaterThan(0.5);
    });

    it('is that of the session that is asked for', async () => {
      const { answer, degraded } = await put('What are the main conflicts?', { asOfSession: 2 });
      expect(degraded).toEqual([]);
      expect(answer).toMatch(/since session [12]\b/);
      expect(answer).not.toContain('since session 3');
    });

    it('names nothing that is gone among what there is', async () => {
      const { answer, status } = await put('Give me an overview of the Lantern Coast');
      expect(status).toBe('answered');
      expect(answer).toMatch(/Tallowgate is the largest city/);
      expect(answer).not.toMatch(/Drowned Heron/);
      const people = await put('Who are the main characters?');
      expect(people.answer).not.toMatch(/Pim Aldery is the apprentice|Dutch Annis/);
    });

    it('leaves a question about a part to passages', async () => {
      const { synthesis } = await put('Give me an overview of the Leadline Guild');
      expect(synthesis).toBe('extractive');
    });
  });

  describe('a question that counts', () => {
    it('is computed over the changelog, each thing with its record', async () => {
      const { answer, citations, synthesis } = await put('How many people are imprisoned?');
      expect(synthesis).toBe('computed');
      expect(answer).toMatch(/^3 people are imprisoned: /);
      expect(citations).toHaveLength(3);
      for (const { source } of citations) expect(source).toMatch(/^0\d-.*\.md$/);
      expect((await put('How many people are imprisoned?', { asOfSession: 2 })).answer).toBe(
        '1 person is imprisoned: Crispin Moat [1].',
      );
    });

    it('is computed over the rows of a table', async () => {
      const { answer, citations } = await put('How many ships have over 30 tons?');
      expect(answer).toMatch(/^6 ships have over 30 tons: /);
      expect(citations.every(({ source }) => source === 'history/ships-of-the-coast.md')).toBe(true);
    });

    it('is left to passages where the documents state a number', async () => {
      const { synthesis } = await put('How many people live in Tallowgate?');
      expect(synthesis).toBe('extractive');
    });
  });
}
