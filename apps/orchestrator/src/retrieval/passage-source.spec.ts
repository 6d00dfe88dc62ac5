import { describe, expect, it } from '@jest/globals';
import { Passage } from '@arbiter/contracts';
import { sourceOf } from './passage-source.js';

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

  it('hands on nothing else', () => {
    expect(sourceOf(passage({ secret: 'x', date: ['2025'] }), AUTHORITIES).metadata).toEqual({
      title: 'Harbour rules',
      section: 'Hours',
    });
  });
});
