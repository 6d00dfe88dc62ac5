import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BGE_SMALL_EN_V1_5 } from '@arbiter/models-bge-small-en-v1.5';
import { z } from 'zod';
import { fractionOf, type Random } from '../random.js';

const Tokenizer = z.object({ model: z.object({ vocab: z.record(z.string(), z.number()) }) });

/** Shorter ones are letters, not words. */
const WORD = /^[a-z]{2,}$/;

/**
 * English words, the most common first: the whole words of the shipped model's vocabulary, which stands in the order of
 * their frequency, so that each is one token of the model.
 */
export async function readLexicon(): Promise<readonly string[]> {
  const text = await readFile(join(BGE_SMALL_EN_V1_5.directory, 'tokenizer.json'), 'utf8');
  const { vocab } = Tokenizer.parse(JSON.parse(text)).model;
  return Object.entries(vocab)
    .filter(([word]) => WORD.test(word))
    .sort(([, a], [, b]) => a - b)
    .map(([word]) => word);
}

/**
 * Draws words by Zipf's law: the n-th of them with a frequency in proportion to 1/n (Zipf, "Human Behavior and the
 * Principle of Least Effort", 1949). Without it keyword indexes would be measured on postings of a length that no text has.
 */
export class ZipfSampler {
  private readonly cumulative: Float64Array;

  /** @param words at least one, the most common first */
  constructor(private readonly words: readonly string[]) {
    let total = 0;
    this.cumulative = Float64Array.from(words, (_, rank) => (total += 1 / (rank + 1)));
  }

  draw(random: Random): string {
    const wanted = fractionOf(random) * (this.cumulative.at(-1) ?? 0);
    let [low, high] = [0, this.cumulative.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.cumulative[middle] ?? 0) <= wanted) low = middle + 1;
      else high = middle;
    }
    return this.words[low] ?? '';
  }
}
