import { sizedJpeg } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { jpegSize, pictureText, pictureTokens } from './pictures.js';

const pictureOf = (width: number, height: number, bytes?: number) =>
  ({ mediaType: 'image/jpeg', data: sizedJpeg(width, height, bytes) }) as const;

describe('the size of a JPEG file', () => {
  it('is that of its frame, whatever stands before it', () => {
    expect(jpegSize(sizedJpeg(1_200, 1_697, 200_000))).toEqual({ width: 1_200, height: 1_697 });
    expect(jpegSize(sizedJpeg(1, 65_535))).toEqual({ width: 1, height: 65_535 });
  });

  it('is none of what has none', () => {
    const whole = sizedJpeg(64, 48);
    for (let length = 0; length < whole.length - 8; length++) expect(jpegSize(whole.subarray(0, length))).toBeNull();
    // Parts of no length, one beyond the end, pixels without a frame.
    expect(
      jpegSize(Uint8Array.of(0xff, 0xd8, ...Array.from({ length: 400 }, (_, i) => [0xff, 0xe0, 0, 0][i % 4]!))),
    ).toBeNull();
    expect(jpegSize(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0))).toBeNull();
    expect(jpegSize(Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 2, 0, 0, 0, 0, 0))).toBeNull();
    expect(jpegSize(new Uint8Array(100_000).fill(0xff))).toBeNull();
  });
});

describe('the tokens of a picture', () => {
  it.each([
    // By 750 pixels a token; OpenAI's cells of 32 × 32 are fewer.
    ['anthropic/claude-sonnet-5-5', 1_200, 1_697, Math.ceil((43 * 61 * 28 ** 2) / 750)],
    // The tiles of OpenAI's own example: 765 and 1,105 tokens, where no other formula counts more.
    ['openai/gpt-4o-mini', 1_024, 1_024, 2_833 + 4 * 5_667],
    ['openai/gpt-4o-mini', 2_048, 4_096, 2_833 + 6 * 5_667],
    ['openai/gpt-4o', 100, 100, 255],
    // Small models count a cell more than once, and 1,536 at most.
    ['openai/gpt-4.1-nano', 1_024, 1_024, Math.ceil(1_024 * 2.46)],
    ['openai/gpt-5-mini', 2_048, 2_048, Math.max(Math.ceil(1_536 * 2.46), Math.ceil((74 * 74 * 28 ** 2) / 750))],
  ])('are those of the formula that counts the most (%s, %d × %d)', (model, width, height, tokens) => {
    expect(pictureTokens(pictureOf(width, height), model)).toBe(tokens);
  });

  it('do not come from its bytes', () => {
    expect(pictureTokens(pictureOf(640, 480, 500_000), '')).toBe(pictureTokens(pictureOf(640, 480), ''));
  });
});

describe('a picture in a shown prompt', () => {
  it('is told by its size', () => {
    expect(pictureText(pictureOf(64, 48, 122_900))).toBe('[picture, 123 kB]');
  });
});
