import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BGE_SMALL_EN_V1_5 } from '@arbiter/models-bge-small-en-v1.5';
import { z } from 'zod';
import { fractionOf, xorshift, type Random } from '../write-english.js';

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

/** Number of topics of the texts: as many as there are shelves in a large library. */
export const TOPICS = 1_000;
const WORDS_PER_TOPIC = 60;

/** Words before this rank say nothing about a topic. */
const FIRST_TOPICAL_RANK = 200;

/** Share of a passage's words that belong to its topic; the others are drawn from the whole language. */
const TOPICAL_SHARE = 0.4;

const SENTENCE = { shortest: 6, longest: 21 };

/** A question: common words ("what is the … of") and a few words of its topic. */
const QUESTION = { common: 4, topical: 5, commonRanks: 100 };

/** Writes passages and questions about topics, in words as frequent as in English. */
export class TopicWriter {
  private readonly language: ZipfSampler;
  private readonly common: ZipfSampler;
  private readonly topics: readonly ZipfSampler[];

  /** @param lexicon the most common word first */
  constructor(lexicon: readonly string[], seed: number) {
    this.language = new ZipfSampler(lexicon);
    this.common = new ZipfSampler(lexicon.slice(0, QUESTION.commonRanks));
    const random = xorshift(seed);
    const topical = lexicon.slice(FIRST_TOPICAL_RANK);
    this.topics = Array.from({ length: TOPICS }, () => {
      return new ZipfSampler(Array.from({ length: WORDS_PER_TOPIC }, () => topical[random() % topical.length] ?? ''));
    });
  }

  /** @returns words in sentences */
  passage(topic: number, words: number, random: Random): string[] {
    const written: string[] = [];
    while (written.length < words) {
      const length = SENTENCE.shortest + (random() % (SENTENCE.longest - SENTENCE.shortest + 1));
      for (let i = 0; i < length && written.length < words; i += 1) {
        const topical = random() % 100 < 100 * TOPICAL_SHARE;
        const word = (topical ? this.of(topic) : this.language).draw(random);
        written.push(i === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word);
      }
      written.push(`${written.pop() ?? ''}.`);
    }
    return written;
  }

  question(topic: number, random: Random): string {
    const common = Array.from({ length: QUESTION.common }, () => this.common.draw(random));
    const topical = Array.from({ length: QUESTION.topical }, () => this.of(topic).draw(random));
    return `${[...common, ...topical].join(' ')}?`;
  }

  private of(topic: number): ZipfSampler {
    return this.topics[topic % TOPICS] ?? this.language;
  }
}
