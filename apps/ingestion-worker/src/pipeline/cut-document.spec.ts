import { describe, expect, it } from '@jest/globals';
import { pagesOfSpan, runInHeadingsOf } from '@arbiter/contracts';
import { cutDocument } from './cut-document.js';

describe('cutDocument', () => {
  it('keeps where pages begin within a chunk, so that each quote has its page', async () => {
    const text = 'The mill was built in 1904. The loft was built in 1923.';
    const pages = [
      { number: 1, start: 0 },
      { number: 2, start: text.indexOf('The loft') },
    ];
    const blocks = [{ kind: 'paragraph' as const, start: 0, end: text.length }];
    const [chunk, ...others] = await cutDocument(
      { id: 'd1', title: '', source: 'a.pdf', text, sections: [], pages, blocks, metadata: { author: 'Mara' } },
      { countTokens: (texts) => Promise.resolve(texts.map((one) => one.split(' ').length)) },
    );
    expect([chunk?.text, others]).toEqual([text, []]);
    expect(chunk?.page).toBe(1);
    expect(chunk?.metadata.author).toBe('Mara');
    expect(chunk && pagesOfSpan(chunk, { start: text.indexOf('loft'), end: text.length })).toEqual({ page: 2 });
  });

  it('keeps where run-in headings stand in a chunk', async () => {
    const paragraphs = ['Oil. It is whale oil.', 'It is dear.', 'The wick. It is of flax.'];
    const text = paragraphs.join('\n\n');
    const blocks = paragraphs.map((one) => {
      const start = text.indexOf(one);
      const runIn = one === 'It is dear.' ? {} : { runIn: one.indexOf('.') + 1 };
      return { kind: 'paragraph' as const, start, end: start + one.length, ...runIn };
    });
    const cut = async (length: number) =>
      (
        await cutDocument(
          { id: 'd1', title: '', source: 'a.md', text, sections: [], pages: [], blocks, metadata: {} },
          { countTokens: (texts) => Promise.resolve(texts.map((one) => one.split(' ').length * length)) },
        )
      ).map(({ metadata }) => runInHeadingsOf(metadata).map(({ start, end }) => text.slice(start, end)));
    expect(await cut(1)).toEqual([['Oil.', 'The wick.']]);
    expect(await cut(30)).toEqual([['Oil.'], ['The wick.']]);
  });

  it('marks the passages of a text by people that hold a log', async () => {
    const log = Array.from({ length: 12 }, (_, at) => `10:00:${at + 10} WARN [batch] 7f3a${at} was rejected`).join(
      '\n',
    );
    const text = `Why a batch was rejected, the log tells.\n\n${log}`;
    const at = text.indexOf(log);
    const blocks = [
      { kind: 'paragraph' as const, start: 0, end: at - 2 },
      { kind: 'code' as const, start: at, end: text.length },
    ];
    const cut = (metadata: Record<string, unknown>) =>
      cutDocument(
        { id: 'd1', title: '', source: 'a.md', text, sections: [], pages: [], blocks, metadata },
        { countTokens: (texts) => Promise.resolve(texts.map((one) => one.split(/\s/).length * 20)) },
      );
    const marks = (await cut({})).map(({ metadata }) => metadata.machine_made);
    expect([marks[0], marks.at(-1)]).toEqual([undefined, 'log']);
    expect((await cut({ machine_made: false })).every(({ metadata }) => metadata.machine_made === false)).toBe(true);
  });
});
