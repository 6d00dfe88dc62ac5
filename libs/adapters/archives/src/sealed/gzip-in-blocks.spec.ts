import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createGunzip, gunzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gzipInBlocks } from './gzip-in-blocks.js';

const MIB = 1_024 * 1_024;

async function gzipped(pieces: readonly Uint8Array[]): Promise<Buffer> {
  return buffer(Readable.from(gzipInBlocks(Readable.from(pieces))));
}

/** Text in the first half, what cannot shrink in the second. */
function mixed(bytes: number): Buffer {
  const text = Buffer.alloc(Math.ceil(bytes / 2), 'The keeper of the mill writes down what the water brings. ');
  return Buffer.concat([text, randomBytes(Math.floor(bytes / 2))]);
}

describe('gzipInBlocks', () => {
  it.each([0, 1, MIB - 1, MIB, MIB + 1, 6 * MIB + 17])('is one gzip file of %d bytes', async (bytes) => {
    const content = mixed(bytes);
    const file = await gzipped([content]);
    expect(bytes === 0 ? file.length : gunzipSync(file).equals(content)).toBe(bytes === 0 ? 0 : true);
  });

  it('gives the same file however the bytes come', async () => {
    const content = mixed(3 * MIB);
    const whole = await gzipped([content]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: content.length }), { maxLength: 12 }), async (places) => {
        const cuts = [0, ...places.toSorted((a, b) => a - b), content.length];
        const pieces = cuts.slice(1).map((end, index) => content.subarray(cuts[index], end));
        expect((await gzipped(pieces)).equals(whole)).toBe(true);
      }),
      { numRuns: 8 },
    );
  });

  it('shrinks what can be shrunk, and adds next to nothing to what cannot', async () => {
    const text = Buffer.alloc(4 * MIB, 'What the water brings is written down at night. ');
    expect((await gzipped([text])).length).toBeLessThan(text.length / 50);
    const noise = randomBytes(4 * MIB);
    expect((await gzipped([noise])).length).toBeLessThan(noise.length * 1.001);
  });

  it('is read as a stream to its end', async () => {
    const content = mixed(5 * MIB);
    const file = await gzipped([content]);
    expect((await buffer(Readable.from([file]).pipe(createGunzip()))).equals(content)).toBe(true);
  });

  it('passes on what the source fails with', async () => {
    const source = async function* (): AsyncGenerator<Uint8Array> {
      yield mixed(2 * MIB);
      await Promise.resolve();
      throw new Error('the disk is gone');
    };
    await expect(buffer(Readable.from(gzipInBlocks(source())))).rejects.toThrow('the disk is gone');
  });
});
