import { describe, expect, it } from '@jest/globals';
import { Passage } from '@arbiter/contracts';
import { citationOf, sourceOf } from './passage-source.js';

const AUTHORITIES = new Map([['rules', 1]]);

function passage(metadata: Record<string, unknown>) {
  return Passage.parse({ ...EXAMPLE, metadata });
}

const EXAMPLE = {
  chunkId: 'd1:0',
  documentId: 'd1',
  collection: 'docs',
  text: 'The harbour closes at dusk.',
  start: 0,
  end: 27,
  title: 'Harbour rules',
  source: 'harbour.md',
  page: null,
  section: ['Hours'],
  score: 0.9,
};

describe('sourceOf', () => {
  it('takes what the domain says of its type', () => {
    expect(sourceOf(passage({ type: 'Rules' }), AUTHORITIES).metadata).toMatchObject({ type: 'Rules', authority: 1 });
    expect(sourceOf(passage({ type: 'forum' }), AUTHORITIES).metadata).not.toHaveProperty('authority');
  });

  it('takes what the document says of itself before that', () => {
    const { metadata } = sourceOf(passage({ type: 'rules', authority: 0.2, date: '2025-04-01' }), AUTHORITIES);
    expect(metadata).toMatchObject({ authority: 0.2, date: '2025-04-01' });
  });

  it('counts the pages that begin within it from the beginning of its text', () => {
    const runsOver = { ...passage({ page_breaks: [{ page: 3, start: 112 }] }), page: 2, start: 100, end: 127 };
    expect(sourceOf(runsOver, AUTHORITIES).metadata).toMatchObject({ page: 2, page_breaks: [{ page: 3, start: 12 }] });
    const part = { ...runsOver, start: 113 };
    expect(sourceOf(part, AUTHORITIES).metadata).toEqual({ title: 'Harbour rules', section: 'Hours', page: 3 });
  });

  it('hands on nothing else', () => {
    expect(sourceOf(passage({ secret: 'x', date: ['2025'] }), AUTHORITIES).metadata).toEqual({
      title: 'Harbour rules',
      section: 'Hours',
    });
  });
});

describe('citationOf', () => {
  const stored = { ...passage({ page_breaks: [{ page: 3, start: 40 }] }), page: 2 };

  it.each([
    ['before the break', 10, 40, { page: 2 }],
    ['over it', 10, 41, { page: 2, lastPage: 3 }],
    ['behind it', 40, 60, { page: 3 }],
  ])('has the page of a quote %s', (_, start, end, pages) => {
    const { page, lastPage } = citationOf({ ...stored, start, end }, 1);
    expect({ page, lastPage }).toEqual({ lastPage: undefined, ...pages });
  });
});
