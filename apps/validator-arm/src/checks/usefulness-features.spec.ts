import { describe, expect, it } from '@jest/globals';
import type { QueryType, Source } from '@arbiter/contracts';
import { EvidenceIndex } from './evidence-index.js';
import { usefulnessFeatures } from './usefulness-features.js';

const source: Source = {
  id: 's',
  document: 'd',
  chunkId: 's',
  content: 'The lamp weighs 40 pounds. It was made by Ada Wren. Its keepers are Bo, Cy and Di.',
  metadata: { title: 'Gull Point', aliases: ['the Widow'] },
  score: 0.9,
};

function view(query: string, texts: readonly string[], queryType: QueryType = 'simple_lookup') {
  const claims = texts.map((text) => ({ text, source, evidence: '', similarity: { cosine: 0.4, alignment: 0.6 } }));
  return usefulnessFeatures(query, queryType, claims, new EvidenceIndex([source]));
}

describe('usefulnessFeatures', () => {
  it('asks for no word that only names the kind of answer', () => {
    expect(view('How heavy is the lamp?', ['The lamp weighs 40 pounds.']).features).toMatchObject({
      asked: 1,
      kindCoverage: 1,
    });
  });

  it('sees that the kind of thing that was asked for is not there', () => {
    expect(view('How heavy is the lamp?', ['The lamp is made of brass.']).features.kindCoverage).toBe(0);
  });

  it('takes a name for an answer only when the question does not hold it', () => {
    expect(view('Who made the lamp?', ['The lamp was made by Ada Wren.']).features.kindCoverage).toBe(1);
    expect(view('Who taught Ada Wren?', ['Ada Wren made lamps.']).features.kindCoverage).toBe(0);
  });

  it('reads title and aliases as spoken', () => {
    expect(view('Is the Widow heavy?', ['The lamp is heavy.']).features.openCoverage).toBe(1);
  });

  it('counts what a question counts', () => {
    const names = ['Bo', 'Cy', 'Di'];
    expect(view('Name all three keepers.', names, 'list_building').features.count).toBe(1);
    expect(view('Name all eleven keepers.', names, 'list_building').features.count).toBe(0);
  });

  it('names the words that nothing speaks of', () => {
    expect(view('What colour is the lamp of Ostreach?', ['The lamp weighs 40 pounds.']).missing.sort()).toEqual([
      'Ostreach',
      'colour',
    ]);
  });
});
