import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import type { EmbedOptions } from '@arbiter/ports';
import { FakeEmbedder, describeEmbedder } from '@arbiter/ports/testing';
import { CachingEmbedder, type CacheOutcome } from './caching-embedder.js';

const MEGABYTE = 2 ** 20;
const NEVER = new AbortController().signal;

describeEmbedder('CachingEmbedder', () => new CachingEmbedder(new FakeEmbedder(), { maxBytes: MEGABYTE }));

/** Remembers the texts that it was asked for, and holds them back until it is let go. */
class HeldEmbedder extends FakeEmbedder {
  readonly asked: string[] = [];
  readonly signals: AbortSignal[] = [];
  release: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => (this.release = resolve));

  override async embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    this.asked.push(...texts);
    this.signals.push(options.signal);
    await this.#released;
    return super.embed(texts, options);
  }
}

describe('CachingEmbedder', () => {
  const setUp = (maxBytes = MEGABYTE) => {
    const embedder = new HeldEmbedder();
    const outcomes: CacheOutcome[] = [];
    const sut = new CachingEmbedder(embedder, { maxBytes, onLookup: (outcome) => outcomes.push(outcome) });
    const embed = (texts: string[], signal = NEVER): Promise<readonly Float32Array[]> =>
      sut.embed(texts, { kind: 'query', signal });
    return { sut, embedder, outcomes, embed };
  };

  it('computes the vector of a query once', async () => {
    const { embedder, outcomes, embed } = setUp();
    embedder.release();
    const [first] = await embed(['storm']);
    const [second] = await embed(['storm']);
    expect(second).toEqual(first);
    expect(embedder.asked).toEqual(['storm']);
    expect(outcomes).toEqual(['miss', 'hit']);
  });

  it('computes it once for callers at the same time, and for repeats in one call', async () => {
    const { embedder, outcomes, embed } = setUp();
    const calls = [embed(['storm', 'storm']), embed(['lantern', 'storm'])];
    embedder.release();
    const [[one, again], [, other]] = (await Promise.all(calls)) as [Float32Array[], Float32Array[]];
    expect([again, other]).toEqual([one, one]);
    expect(embedder.asked).toEqual(['storm', 'lantern']);
    expect(outcomes).toEqual(['miss', 'joined', 'miss', 'joined']);
  });

  it('goes on for the others when one of the callers leaves', async () => {
    const { embedder, embed } = setUp();
    const controller = new AbortController();
    const leaving = embed(['storm'], controller.signal);
    const staying = embed(['storm']);
    controller.abort(new ArbiterError('CANCELLED', 'gone'));
    await expect(leaving).rejects.toThrow('gone');
    expect(embedder.signals[0]?.aborted).toBe(false);
    embedder.release();
    await expect(staying).resolves.toHaveLength(1);
  });

  it('gives up when the last caller has left, and starts anew for the next', async () => {
    const { embedder, embed } = setUp();
    const controller = new AbortController();
    const leaving = embed(['storm'], controller.signal);
    controller.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(embedder.signals[0]?.aborted).toBe(true);
    const next = embed(['storm']);
    embedder.release();
    await expect(next).resolves.toHaveLength(1);
    expect(embedder.asked).toEqual(['storm', 'storm']);
  });

  it('does not remember a failure', async () => {
    const { embedder, embed } = setUp();
    embedder.embed = () => Promise.reject(new ArbiterError('UNAVAILABLE', 'down'));
    await expect(embed(['storm'])).rejects.toThrow('down');
    embedder.embed = FakeEmbedder.prototype.embed.bind(embedder);
    await expect(embed(['storm'])).resolves.toHaveLength(1);
  });

  it('remembers no documents', async () => {
    const { sut, embedder, outcomes } = setUp();
    embedder.release();
    for (let i = 0; i < 2; i++) await sut.embed(['storm'], { kind: 'document', signal: NEVER });
    expect(embedder.asked).toEqual(['storm', 'storm']);
    expect(outcomes).toEqual([]);
  });

  it('forgets the oldest queries when it is full', async () => {
    // A vector of 384 floats takes 1.5 kB, with its overhead less than 2.
    const { embedder, embed } = setUp(4_000);
    embedder.release();
    for (const text of ['first', 'second', 'third', 'first', 'third']) await embed([text]);
    expect(embedder.asked).toEqual(['first', 'second', 'third', 'first']);
  });

  describe('asked to encode', () => {
    /** Remembers what it was asked to encode. */
    class ListeningEmbedder extends FakeEmbedder {
      readonly encoded: string[] = [];

      override async encode(...[texts, options]: Parameters<FakeEmbedder['encode']>) {
        this.encoded.push(...texts);
        return super.encode(texts, options);
      }
    }

    const encodingBy = (maxEncodingBytes?: number) => {
      const embedder = new ListeningEmbedder();
      const sut = new CachingEmbedder(embedder, {
        maxBytes: MEGABYTE,
        ...(maxEncodingBytes !== undefined && { maxEncodingBytes }),
      });
      const encode = (texts: string[], kind: 'query' | 'document' = 'query') =>
        sut.encode(texts, { kind, signal: NEVER });
      return { embedder, encode };
    };

    it('encodes a passage once', async () => {
      const { embedder, encode } = encodingBy(MEGABYTE);
      const [first] = await encode(['the lamp burns', 'the lamp burns']);
      const [, again] = await encode(['a storm', 'the lamp burns']);
      expect(embedder.encoded).toEqual(['the lamp burns', 'a storm']);
      expect(again).toEqual(first);
    });

    it('forgets the oldest when it is full', async () => {
      // Two pieces of 384 floats and the vector take 4.6 kB.
      const { embedder, encode } = encodingBy(11_000);
      for (const text of ['first text', 'second text', 'third text', 'third text', 'first text']) await encode([text]);
      expect(embedder.encoded).toEqual(['first text', 'second text', 'third text', 'first text']);
    });

    it.each([
      ['documents', MEGABYTE, 'document'],
      ['anything where it may keep nothing', undefined, 'query'],
    ] as const)('remembers no encodings of %s', async (_, maxEncodingBytes, kind) => {
      const { embedder, encode } = encodingBy(maxEncodingBytes);
      for (let i = 0; i < 2; i++) await encode(['storm'], kind);
      expect(embedder.encoded).toEqual(['storm', 'storm']);
    });
  });
});
