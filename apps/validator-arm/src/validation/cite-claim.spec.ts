import { describe, expect, it } from '@jest/globals';
import { judged, sourceOf } from '../../test/claim-support.js';
import { Provenance } from './citations.js';

const SENTENCE = 'The lamp burns whale oil.';
const long = sourceOf('long', `${'Waves break. '.repeat(1_000)}${SENTENCE} ${'Gulls cry. '.repeat(1_000)}`);
const whole = { sourceId: 'long', start: 0, end: long.content.length };

describe('Provenance', () => {
  it('quotes what stands at the span', () => {
    const start = long.content.indexOf(SENTENCE);
    const support = judged(SENTENCE, 'fully_supported', [{ sourceId: 'long', start, end: start + SENTENCE.length }]);
    const { spans } = new Provenance([long], 1).cite(support);
    expect(spans).toMatchObject([{ sourceId: 'long', document: 'doc-long', chunkId: 'long:0', quote: SENTENCE }]);
  });

  it('shrinks a span that is too long to where the claim stands, and a source to its quotes', () => {
    const { spans, sources } = new Provenance([long], 1).cite(judged(SENTENCE, 'fully_supported', [whole]));
    const [span] = spans ?? [];
    expect(span?.quote).toBe(SENTENCE);
    expect(long.content.slice(span?.start, span?.end)).toBe(SENTENCE);
    expect(sources[0]?.content).toBe(SENTENCE);
  });

  it('quotes the whole sentence of words that stand in it', () => {
    const row = 'Goods: Fenwort cordial, phial; Price: 9 wicks; Source: Reedhold';
    const shop = sourceOf('shop', `Prices are posted at noon.\n\n${row}\n\nThe stall shuts at dusk.`);
    const start = shop.content.indexOf('9 wicks');
    const claim = judged('9 wicks.', 'fully_supported', [{ sourceId: 'shop', start, end: start + 7 }], {
      method: 'exact_match',
    });
    expect(new Provenance([shop], 1).spansOf(claim)).toMatchObject([{ quote: row }]);
  });

  it('quotes the words alone where their sentence is too long to quote', () => {
    const list = sourceOf('list', `${'moss, '.repeat(200)}9 wicks${', fern'.repeat(200)}.`);
    const start = list.content.indexOf('9 wicks');
    const claim = judged('9 wicks', 'fully_supported', [{ sourceId: 'list', start, end: start + 7 }], {
      method: 'exact_match',
    });
    expect(new Provenance([list], 1).spansOf(claim)).toMatchObject([{ quote: '9 wicks' }]);
  });

  it('keeps all quotes of 200 claims within what a transport carries', () => {
    const provenance = new Provenance([long], 200);
    const spans = [whole, { ...whole, start: 10 }, { ...whole, start: 20 }, { ...whole, start: 30 }];
    const cited = Array.from({ length: 200 }, () => provenance.cite(judged('other words', 'fully_supported', spans)));
    expect(JSON.stringify(cited).length).toBeLessThan(700_000);
    for (const { start, end, quote } of cited[0]?.spans ?? []) expect(long.content.slice(start, end)).toBe(quote);
  });

  it('cuts no character in two', () => {
    const lamps = sourceOf('lamps', '🪔'.repeat(1_000));
    const [span] = new Provenance([lamps], 200).spansOf(
      judged('x', 'fully_supported', [{ sourceId: 'lamps', start: 1, end: 2_000 }]),
    );
    expect(span?.quote.at(-1)).toBe('\u{1FA94}'.at(-1));
    expect(lamps.content.slice(span?.start, span?.end)).toBe(span?.quote);
  });

  it('cites nothing for a claim without support, nor a source that was not given', () => {
    const provenance = new Provenance([long], 2);
    expect(provenance.cite(judged('x', 'no_support', [whole]))).toMatchObject({ spans: [], sources: [] });
    expect(provenance.spansOf(judged('x', 'fully_supported', [{ sourceId: 'gone', start: 0, end: 3 }]))).toEqual([]);
  });

  it('names the pages of a quote, not those of its source', () => {
    const content = 'The mill is old. The loft was built in 1923.';
    const loft = content.indexOf('The loft');
    const source = sourceOf('two', content, { page: 2, page_breaks: [{ page: 3, start: loft }] });
    const spanOf = (start: number, end: number) =>
      new Provenance([source], 1).spansOf(
        judged('It is old.', 'fully_supported', [{ sourceId: 'two', start, end }]),
      )[0];
    expect([spanOf(0, 16)?.page, spanOf(loft, content.length)?.page]).toEqual([2, 3]);
    expect(spanOf(0, content.length)).toMatchObject({ page: 2, lastPage: 3 });
  });
});
