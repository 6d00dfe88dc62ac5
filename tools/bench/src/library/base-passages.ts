import type { Embedder } from '@arbiter/ports';
import { noiseOf, xorshift, type Random } from '../write-english.js';
import type { TopicWriter } from './vocabulary.js';

/** Texts embedded in one call. */
const BATCH = 64;

/** Length of the noise beside a mixture of unit vectors: neighbours stay neighbours, and none are equal. */
const NOISE = 0.3;

/**
 * Vectors for any number of passages from a few thousand real ones: embedding 100,000 texts would take an hour.
 *
 * A passage's vector is a mixture of two real ones of its topic and some noise, of unit length.
 */
export class BasePassages {
  private constructor(private readonly bases: readonly Float32Array[]) {}

  /**
   * @param count texts to embed, ≥ 1; the n-th is about topic n
   * @param words of each
   */
  static async embed(
    embedder: Embedder,
    writer: TopicWriter,
    { count, words, seed, signal }: { count: number; words: number; seed: number; signal: AbortSignal },
  ): Promise<BasePassages> {
    const random = xorshift(seed);
    const texts = Array.from({ length: count }, (_, topic) => writer.passage(topic, words, random).join(' '));
    const bases: Float32Array[] = [];
    for (let from = 0; from < count; from += BATCH) {
      const batch = texts.slice(from, from + BATCH);
      bases.push(...(await embedder.embed(batch, { kind: 'document', signal })));
    }
    return new BasePassages(bases);
  }

  /** @returns a unit vector near the real ones of the topic */
  draw(topic: number, topics: number, random: Random): Float32Array {
    const near = this.of(topic, topics, random);
    const other = this.of(topic, topics, random);
    const share = (random() % 1_000) / 1_000;
    const scale = NOISE / Math.sqrt(near.length);
    const vector = near.map((value, i) => share * value + (1 - share) * (other[i] ?? 0) + scale * noiseOf(random));
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  }

  /** One of the texts about a topic: the n-th, the (n + topics)-th, and so on. */
  private of(topic: number, topics: number, random: Random): Float32Array {
    const first = topic % Math.min(topics, this.bases.length);
    const alike = Math.max(1, Math.floor((this.bases.length - first + topics - 1) / topics));
    const base = this.bases[(first + topics * (random() % alike)) % this.bases.length];
    if (!base) throw new RangeError('there are no base passages');
    return base;
  }
}
