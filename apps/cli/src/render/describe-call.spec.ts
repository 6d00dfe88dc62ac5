import { describe, expect, it } from '@jest/globals';
import { describeOutput } from './describe-call.js';

const page = (source: string, number: number) => ({
  ...{ collection: 'c', documentId: source, title: '', source, page: number, score: 0.5, foundBy: ['text'] },
  ...{ start: 0, end: 0, words: '', passages: [] },
});

describe('a call about pages, in a line', () => {
  it.each([
    [[page('bells.pdf', 2), page('tower.pdf', 1)], 'Found 2 pages: bells.pdf page 2, tower.pdf page 1'],
    [[page('bells.pdf', 2)], 'Found 1 page: bells.pdf page 2'],
    [[], 'Found 0 pages'],
  ])('tells which were found: %#', (pages, line) => {
    expect(describeOutput('retriever.search-pages', { pages, method: 'text', degraded: [] })).toEqual([line]);
  });

  it.each([
    [{ mode: 'read', sentences: ['It rings at dusk.', 'It is red.'] }, 'Read: It rings at dusk. It is red.'],
    [{ mode: 'read', sentences: [] }, 'Read: nothing'],
    [{ mode: 'words', sentences: [] }, 'No picture was read'],
  ])('tells what was read: %#', (output, line) => {
    expect(describeOutput('retriever.interpret-page', output)).toEqual([line]);
  });
});
