import { describe, expect, it } from '@jest/globals';
import { pagesOfSpan } from '@arbiter/contracts';
import { cutDocument } from './cut-document.js';

describe('cutDocument', () => {
  it('keeps where pages begin within a chunk, so that each quote has its page', async () => {
    const text = 'The mill was built in 1904.\n\nThe loft was built in 1923.';
    const pages = [
      { number: 1, start: 0 },
      { number: 2, start: text.indexOf('The loft') },
    ];
    const blocks = pages.map(({ start }) => ({ kind: 'paragraph' as const, start, end: start + 27 }));
    const [chunk, ...others] = await cutDocument(
      { id: 'd1', title: '', source: 'a.pdf', text, sections: [], pages, blocks, metadata: { author: 'Mara' } },
      { countTokens: (texts) => Promise.resolve(texts.map((one) => one.split(' ').length)) },
    );
    expect([chunk?.text, others]).toEqual([text, []]);
    expect(chunk?.page).toBe(1);
    expect(chunk?.metadata.author).toBe('Mara');
    expect(chunk && pagesOfSpan(chunk, { start: text.indexOf('loft'), end: text.length })).toEqual({ page: 2 });
  });
});
