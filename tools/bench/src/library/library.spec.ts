import { FakeEmbedder } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { xorshift } from '../write-english.js';
import { BasePassages } from './base-passages.js';
import { readLexicon, TopicWriter, ZipfSampler } from './vocabulary.js';

const { signal } = new AbortController();

describe('the lexicon', () => {
  it('begins with the most common words of English', async () => {
    const lexicon = await readLexicon();
    expect(lexicon.slice(0, 3)).toEqual(['the', 'of', 'and']);
    expect(lexicon.length).toBeGreaterThan(20_000);
  });

  it('is drawn from by Zipf’s law: the second word half as often as the first', () => {
    const sampler = new ZipfSampler(['a', 'b', 'c', 'd']);
    const random = xorshift(1);
    const drawn = Array.from({ length: 50_000 }, () => sampler.draw(random));
    const share = (word: string): number => drawn.filter((other) => other === word).length / drawn.length;
    expect(share('a')).toBeCloseTo(12 / 25, 1);
    expect(share('b') / share('a')).toBeCloseTo(1 / 2, 1);
    expect(share('d') / share('a')).toBeCloseTo(1 / 4, 1);
  });
});

describe('a topic writer', () => {
  it('writes as many words as it is told, and questions that share words with passages of their topic', async () => {
    const writer = new TopicWriter(await readLexicon(), 1);
    const random = xorshift(2);
    const words = (topic: number): Set<string> => new Set(writer.passage(topic, 2_000, random));
    expect(writer.passage(3, 184, random)).toHaveLength(184);
    const question = writer.question(3, random).replace('?', '').split(' ').slice(-5);
    const [own, other] = [words(3), words(4)];
    const held = (by: Set<string>): number => question.filter((word) => by.has(word)).length;
    expect(held(own)).toBeGreaterThan(held(other));
  });
});

describe('base passages', () => {
  it('give unit vectors that are near those of their own topic', async () => {
    const embedder = new FakeEmbedder();
    const writer = new TopicWriter(await readLexicon(), 1);
    const bases = await BasePassages.embed(embedder, writer, { count: 20, words: 40, seed: 3, signal });
    await embedder.close();
    const random = xorshift(4);
    const [first, again, other] = [0, 0, 7].map((topic) => bases.draw(topic, 20, random));
    const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
    expect(cosine(first!, first!)).toBeCloseTo(1, 5);
    expect(cosine(first!, again!)).toBeGreaterThan(cosine(first!, other!));
  });
});
