import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@arbiter/contracts';
import { findSupport } from './find-support.js';

const DOCUMENT =
  'Notes of the coast. The harbour closes at dusk. The harbour master rings a bell. Grey salt costs 7 scales a sack.';
const START = DOCUMENT.indexOf('The harbour closes');
const PASSAGE: Passage = {
  chunkId: 'coast:0',
  documentId: 'coast',
  collection: 'c',
  text: DOCUMENT.slice(START),
  start: START,
  end: DOCUMENT.length,
  title: '',
  source: 'coast.md',
  section: [],
  page: null,
  metadata: {},
  score: 0.9,
};

const supportOf = (claim: string) => {
  const spans = findSupport(claim, PASSAGE);
  expect(spans).toHaveLength(1);
  return spans.map(({ start, end }) => DOCUMENT.slice(start, end)).join();
};

describe('findSupport', () => {
  it('finds the sentence that says what was claimed', () => {
    expect(supportOf('The price of salt is 7 scales.')).toBe('Grey salt costs 7 scales a sack.');
  });

  it('takes two sentences where the claim needs both', () => {
    expect(supportOf('When the harbour closes at dusk, its master rings a bell.')).toBe(
      'The harbour closes at dusk. The harbour master rings a bell.',
    );
  });

  it('takes the whole passage where no sentence shares a word with the claim', () => {
    expect(supportOf('Ships must wait outside.')).toBe(PASSAGE.text);
  });
});
