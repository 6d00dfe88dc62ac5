/** @import { Picture } from '@arbiter/ports' */
/** @import { FoundLines } from '../../worker/thread-protocol.js' */
/** @import { FoundLine } from './find-lines.mjs' */

/** What the network takes. */
export const STRIP_HEIGHT = 48;
const CHANNELS = 3;
/** In pixels; the network reads in steps of 8. */
const LEAST_WIDTH = 16;
/** A longer line, of some 150 letters, is pressed together. */
const MOST_WIDTH = 2_400;
/**
 * Lines are cut so much narrower than they are: the network reads letters nearly as well, in less time (tools/models/src/recognition).
 */
const NARROWING = 0.85;
/** A line that is so much higher than wide may be turned, or a single letter. */
const STANDING = 1.5;
/** Quarter turns clockwise with which a standing line is cut: as it is, read downwards, and read upwards. */
const TURNS = [0, 1, 3];

/** @param {Picture} picture @param {readonly FoundLine[]} lines in pixels of it @returns {FoundLines} */
export function cutStrips(picture, lines) {
  const cuts = lines.flatMap((line) => {
    const { width, height } = line;
    return (height < STANDING * width ? [0] : TURNS).map((turns) => {
      const [along, across] = turns === 0 ? [width, height] : [height, width];
      const stripWidth = Math.round((NARROWING * STRIP_HEIGHT * along) / across);
      return { line, turns, along, across, stripWidth: Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, stripWidth)) };
    });
  });
  const pixels = new Uint8Array(cuts.reduce((sum, { stripWidth }) => sum + CHANNELS * STRIP_HEIGHT * stripWidth, 0));
  let start = 0;
  for (const cut of cuts) start = sample(picture, cut, pixels, start);
  return {
    pixels,
    widths: Int32Array.from(cuts, ({ stripWidth }) => stripWidth),
    places: Float32Array.from(cuts.flatMap(({ line, turns }) => [...edgesOf(line, picture), turns])),
  };
}

/**
 * @typedef {object} Cut
 * @property {FoundLine} line
 * @property {number} turns quarter turns clockwise of the direction of reading
 * @property {number} along pixels in that direction
 * @property {number} across
 * @property {number} stripWidth
 */

/**
 * Each pixel of the strip is the mean of the four around its place, weighted by their distance.
 *
 * @param {Picture} picture @param {Cut} cut @param {Uint8Array} strips gets the strip @param {number} start of it
 * @returns {number} its end
 */
function sample({ width, height, pixels }, { line, turns, along, across, stripWidth }, strips, start) {
  const [stepX, stepY] = [along / stripWidth, across / STRIP_HEIGHT];
  const direction = line.angle + (turns * Math.PI) / 2;
  const [cosine, sine] = [Math.cos(direction), Math.sin(direction)];
  let to = start;
  for (let row = 0; row < STRIP_HEIGHT; row++) {
    const down = (row + 0.5) * stepY - across / 2;
    for (let column = 0; column < stripWidth; column++) {
      const right = (column + 0.5) * stepX - along / 2;
      const x = Math.min(width - 1, Math.max(0, line.x + right * cosine - down * sine - 0.5));
      const y = Math.min(height - 1, Math.max(0, line.y + right * sine + down * cosine - 0.5));
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const [shareX, shareY] = [x - left, y - top];
      const upper = CHANNELS * (top * width + left);
      const lower = top + 1 < height ? upper + CHANNELS * width : upper;
      const next = left + 1 < width ? CHANNELS : 0;
      for (let channel = 0; channel < CHANNELS; channel++) {
        const above = (pixels[upper + channel] ?? 0) * (1 - shareX) + (pixels[upper + next + channel] ?? 0) * shareX;
        const below = (pixels[lower + channel] ?? 0) * (1 - shareX) + (pixels[lower + next + channel] ?? 0) * shareX;
        strips[to++] = above * (1 - shareY) + below * shareY;
      }
    }
  }
  return to;
}

/** Left, top, right and bottom edge of the upright box around a line, as shares of the picture. @param {FoundLine} line @param {Picture} picture */
function edgesOf({ x, y, width, height, angle }, picture) {
  const [cosine, sine] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [halfWidth, halfHeight] = [(width * cosine + height * sine) / 2, (width * sine + height * cosine) / 2];
  return [
    (x - halfWidth) / picture.width,
    (y - halfHeight) / picture.height,
    (x + halfWidth) / picture.width,
    (y + halfHeight) / picture.height,
  ];
}
