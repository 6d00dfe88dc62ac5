import type { Answer } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { ask, send } from '../src/http-calls.js';
import { FERRY_QUESTION as QUESTION, type ODD_DOCUMENTS } from '../src/shared/library-documents.js';

/** About 1,500 words: the longest that the door lets in. */
const LONG = `${'The ferry was late again. '.repeat(300)}${QUESTION}`;

export interface OddInputServer {
  /** Where a server on the shared library answers; known from the first test on. */
  readonly url: () => string;
  /** Whether its reader is on: without it, no single question of several is surely answered. */
  readonly isRead: boolean;
}

/** What a server makes of questions that are none, and of documents that are hostile. */
export function describeOddInput({ url, isRead }: OddInputServer): void {
  /** What is shown quotes what is stored, or nothing is shown. */
  async function asked(query: string, collection: keyof typeof ODD_DOCUMENTS = 'ferry'): Promise<Answer> {
    const answer = await ask(url(), { query, collections: [collection] });
    expect(answer.query).toBe(query);
    expect(answer.citations.length > 0).toBe(answer.status === 'answered');
    for (const { documentId, start, end, quote } of answer.citations) {
      const stored = await send(`${url()}/v1/documents/${documentId}/text`);
      expect(stored.text.slice(start, end)).toBe(quote);
    }
    return answer;
  }

  describe('a question that is none, or more than one', () => {
    it.each([['unmarked, in capitals', 'WHO STEERS THE FERRY TO SKARHOLM']])(
      'is answered as it is meant: %s',
      async (_, query) => {
        expect(await asked(query)).toMatchObject({ status: 'answered', answer: expect.stringContaining('Signe Holm') });
      },
    );

    // The reader of 2026-11-26 is not sure of these; the one before was.
    it.each([
      ['a statement', 'The one who steers the ferry to Skarholm.'],
      ['with code around it', '`SELECT` who steers the ferry to Skarholm? -- ${captain}'],
    ])('is answered as it is meant or declined, and never otherwise: %s', async (_, query) => {
      const { status, answer } = await asked(query);
      if (status === 'answered') expect(answer).toContain('Signe Holm');
      else expect(status).toBe('declined');
    });

    if (isRead)
      it('is answered where it is five, with what answers one of them at least', async () => {
        const five = `${QUESTION} What does a bicycle cost? How long is the crossing? Who founded Pell? Why is salt grey?`;
        expect(await asked(five)).toMatchObject({ status: 'answered', answer: expect.stringContaining('Signe Holm') });
      });

    it.each([
      ['code', 'for (let i = 0; i < n; i++) { total += prices[i]; }'],
      ['another language', 'Wie hoch ist der Leuchtturm von Pell?'],
      ['another script', '灯台は誰が建てましたか'],
    ])('is declined where the documents do not answer it: %s', async (_, query) => {
      expect(await asked(query)).toMatchObject({ status: 'declined', citations: [] });
    });

    it('may be long, and of 4,000 words is refused with the limit', async () => {
      await asked(LONG);
      const problem = (await send(`${url()}/v1/query`, { json: { query: 'ferry '.repeat(4_000) } })).problem();
      expect(problem).toMatchObject({ status: 400, code: 'INVALID_REQUEST', issues: [{ path: 'query' }] });
    });
  });

  describe('a document that is hostile, or hardly one', () => {
    it.each(['echo', 'heading'] as const)('answers nothing by repeating the question: %s', async (collection) => {
      expect(await asked(QUESTION, collection)).toMatchObject({ status: 'declined', citations: [] });
    });

    it.each(['orders', 'markers', 'table', 'surrogate'] as const)(
      'is quoted, and neither obeyed nor broken by: %s',
      async (collection) => {
        const { status, answer, citations } = await asked(QUESTION, collection);
        expect(status).toBe('answered');
        expect(answer).toContain('Signe Holm');
        expect(answer).not.toContain('Rotwell');
        const markers = [...answer.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits));
        expect(markers).toEqual(citations.map(({ marker }) => marker));
      },
    );
  });
}
