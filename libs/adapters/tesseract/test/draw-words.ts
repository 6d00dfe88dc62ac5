import type { Picture } from '@arbiter/ports';

/** Letters of five by seven points, row by row. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  P: ['11110', '10001', '10001', '11110', '10000', '10000', '10000'],
  E: ['11111', '10000', '10000', '11110', '10000', '10000', '11111'],
  L: ['10000', '10000', '10000', '10000', '10000', '10000', '11111'],
  I: ['01110', '00100', '00100', '00100', '00100', '00100', '01110'],
  G: ['01110', '10001', '10000', '10111', '10001', '10001', '01110'],
  H: ['10001', '10001', '10001', '11111', '10001', '10001', '10001'],
  T: ['11111', '00100', '00100', '00100', '00100', '00100', '00100'],
};

/** Points of a letter and the gap after it; margin around the words; pixels of a point. */
const [ADVANCE, MARGIN, SCALE] = [6, 4, 6];
const HEIGHT = 7;

/** Words in large black letters on white; of the letters above. */
export function drawWords(words: string): Picture {
  const width = (words.length * ADVANCE + 2 * MARGIN) * SCALE;
  const height = (HEIGHT + 2 * MARGIN) * SCALE;
  const pixels = new Uint8Array(3 * width * height).fill(255);
  for (const [place, letter] of words.split('').entries()) {
    for (const [y, row] of (LETTERS[letter] ?? []).entries()) {
      for (const [x, point] of row.split('').entries()) {
        if (point === '0') continue;
        const left = (MARGIN + place * ADVANCE + x) * SCALE;
        for (let line = 0; line < SCALE; line += 1) {
          const start = ((MARGIN + y) * SCALE + line) * width + left;
          pixels.fill(0, 3 * start, 3 * (start + SCALE));
        }
      }
    }
  }
  return { width, height, pixels };
}
