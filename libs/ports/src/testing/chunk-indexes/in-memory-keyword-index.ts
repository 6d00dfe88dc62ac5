import type { Chunk, ScoredChunk, SearchOptions } from '../../chunk.js';
import type { KeywordIndex } from '../../keyword-index.js';
import { analyseEnglish } from './analyse-english.js';
import { InMemoryChunkIndex, matches, ranked, started } from './in-memory-chunk-index.js';

/**
 * Saturation of repeated terms and share of the length normalisation; the values of Robertson and Zaragoza,
 * "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, that search engines ship.
 */
const K1 = 1.2;
const B = 0.75;

/** How often a word of the title counts (BM25F: weights on term frequencies, before saturation). */
const TITLE_WEIGHT = 2;

/** BM25 over a map, computed anew for each query. */
export class InMemoryKeywordIndex extends InMemoryChunkIndex<Chunk> implements KeywordIndex {
  async search(collection: string, query: string, options: SearchOptions): Promise<readonly ScoredChunk[]> {
    await started(options.signal);
    const entries = this.chunks(collection).map((chunk) => ({ chunk, terms: termsOf(chunk) }));
    const averageLength = entries.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, entries.length);
    const weights = new Map(
      [...new Set(analyseEnglish(query))].map((term) => {
        const holders = entries.filter(({ terms }) => terms.includes(term)).length;
        return [term, Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5))];
      }),
    );
    const hits = entries
      .filter(({ chunk }) => matches(chunk.metadata, options.filter))
      .map(({ chunk, terms }) => ({ chunk, score: bm25(terms, weights, averageLength) }))
      .filter(({ score }) => score > 0);
    return ranked(hits, options);
  }

  protected override check(): void {
    // Any chunk fits.
  }
}

function termsOf({ title, section, text }: Chunk): string[] {
  const weighted = [...Array<string>(TITLE_WEIGHT).fill(title), ...section, text];
  return weighted.flatMap(analyseEnglish);
}

/** Σ idf · tf·(k1+1) / (tf + k1·(1 − b + b·length/average)) over the terms of the query. */
function bm25(terms: readonly string[], weights: ReadonlyMap<string, number>, averageLength: number): number {
  const norm = K1 * (1 - B + (B * terms.length) / averageLength);
  let score = 0;
  for (const [term, idf] of weights) {
    const frequency = terms.filter((own) => own === term).length;
    score += (idf * frequency * (K1 + 1)) / (frequency + norm);
  }
  return score;
}
