import { describe, expect, it } from '@jest/globals';
import type { Citation, SearchResult, SynthesizeResponse } from '@arbiter/contracts';
import { citeBySource } from './citations.js';

const citation = (marker: number, source: string): Citation => ({
  marker,
  source,
  collection: 'c',
  documentId: source,
  chunkId: `${source}:${marker}`,
  start: 0,
  end: 1,
  quote: 'x',
  title: source,
  section: [],
  page: null,
  score: 1,
});
const answer = (text: string, citations: Citation[]): SynthesizeResponse => ({
  text,
  citations,
  sentences: [],
  mode: 'extractive',
});
const results = ['z.md', 'y.md', 'z.md'].map((source) => ({ source }) as SearchResult);

describe('citeBySource', () => {
  it('gives two spans of one source one marker', () => {
    const cited = citeBySource(
      answer('One. [1] Two. [2] Three. [3]', [citation(1, 'b.md'), citation(2, 'a.md'), citation(3, 'b.md')]),
      results,
    );
    expect(cited).toEqual({ synthesis: 'One. [1] Two. [2] Three. [1]', sources: ['b.md', 'a.md'] });
  });

  it('numbers the sources in the order in which the text uses them', () => {
    const cited = citeBySource(answer('Two. [2] One. [1]', [citation(1, 'a.md'), citation(2, 'b.md')]), results);
    expect(cited).toEqual({ synthesis: 'Two. [1] One. [2]', sources: ['b.md', 'a.md'] });
  });

  it('says a source once where two of its spans stand side by side', () => {
    const cited = citeBySource(answer('Both. [1] [2]', [citation(1, 'a.md'), citation(2, 'a.md')]), results);
    expect(cited.synthesis).toBe('Both. [1]');
  });

  it('lists the sources of the results by rank when there is no text', () => {
    expect(citeBySource(null, results)).toEqual({ synthesis: null, sources: ['z.md', 'y.md'] });
  });
});
