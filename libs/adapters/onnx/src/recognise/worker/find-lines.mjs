/**
 * A line of text, in pixels of the map that it was found in.
 *
 * @typedef {object} FoundLine
 * @property {number} x of its centre
 * @property {number} y
 * @property {number} width along its direction
 * @property {number} height
 * @property {number} angle clockwise from the horizontal, in radians, −π/2 to π/2
 */

/** Probability from which on a pixel belongs to a line, and which a line has in the mean (defaults of PaddleOCR). */
const LEAST_PIXEL = 0.3;
const LEAST_LINE = 0.6;
/** Smaller lines, in pixels, are specks. */
const LEAST_SIDE = 3;
/** Lines of a picture; the densest page of a newspaper has fewer. */
const MOST_LINES = 1_000;
/**
 * The network is trained on lines that were shrunk, so that neighbours do not touch; they grow back by this share of area over
 * perimeter (Liao et al., "Real-time Scene Text Detection with Differentiable Binarization", 2020, section 3.3).
 */
const GROWTH = 1.6;
/** A tilted box is taken only where it is so much smaller than the upright one: short words have no direction of their own. */
const TILTED_AREA = 0.8;

/**
 * @param {Float32Array} map probabilities that a pixel is inside a line, row by row
 * @param {number} width of the map, in pixels
 * @returns {FoundLine[]} the longest thousand, in the order of their topmost pixels
 */
export function findLines(map, width) {
  const seen = new Uint8Array(map.length);
  const pixels = new Int32Array(map.length);
  /** @type {FoundLine[]} */
  const lines = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || (map[start] ?? 0) <= LEAST_PIXEL) continue;
    const count = flood(map, width, start, seen, pixels);
    const line = lineOf(map, width, pixels.subarray(0, count));
    if (line) lines.push(line);
  }
  if (lines.length <= MOST_LINES) return lines;
  const least = lines.map((line) => line.width).sort((a, b) => b - a)[MOST_LINES] ?? 0;
  return lines.filter((line) => line.width > least);
}

/**
 * @param {Float32Array} map
 * @param {number} width
 * @param {number} start a pixel of a line
 * @param {Uint8Array} seen
 * @param {Int32Array} pixels gets those that hang together with it
 * @returns {number} how many they are
 */
function flood(map, width, start, seen, pixels) {
  let count = 1;
  pixels[0] = start;
  seen[start] = 1;
  for (let at = 0; at < count; at++) {
    const pixel = pixels[at] ?? 0;
    const column = pixel % width;
    for (let row = pixel - width; row <= pixel + width; row += width) {
      for (let next = row - (column > 0 ? 1 : 0); next <= row + (column < width - 1 ? 1 : 0); next++) {
        if (next < 0 || next >= map.length || seen[next] || (map[next] ?? 0) <= LEAST_PIXEL) continue;
        seen[next] = 1;
        pixels[count++] = next;
      }
    }
  }
  return count;
}

/** @param {Float32Array} map @param {number} columns @param {Int32Array} pixels that hang together @returns {FoundLine | null} */
function lineOf(map, columns, pixels) {
  let [sum, x, y] = [0, 0, 0];
  for (const pixel of pixels) {
    sum += map[pixel] ?? 0;
    x += pixel % columns;
    y += Math.floor(pixel / columns);
  }
  if (sum / pixels.length < LEAST_LINE) return null;
  const upright = extentOf(pixels, columns, 0);
  const tilted = extentOf(pixels, columns, directionOf(pixels, columns, x / pixels.length, y / pixels.length));
  const line = tilted.width * tilted.height < TILTED_AREA * upright.width * upright.height ? tilted : upright;
  if (Math.min(line.width, line.height) < LEAST_SIDE) return null;
  const growth = (GROWTH * line.width * line.height) / (2 * (line.width + line.height));
  return { ...line, width: line.width + 2 * growth, height: line.height + 2 * growth };
}

/**
 * The direction in which pixels lie, in radians, by their second moments: that of the smallest box around anything long.
 *
 * @param {Int32Array} pixels @param {number} columns @param {number} meanX @param {number} meanY
 */
function directionOf(pixels, columns, meanX, meanY) {
  let [xx, xy, yy] = [0, 0, 0];
  for (const pixel of pixels) {
    const [x, y] = [(pixel % columns) - meanX, Math.floor(pixel / columns) - meanY];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  return Math.atan2(2 * xy, xx - yy) / 2;
}

/** The box around pixels that is turned by an angle. @param {Int32Array} pixels @param {number} columns @param {number} angle */
function extentOf(pixels, columns, angle) {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const pixel of pixels) {
    const [x, y] = [(pixel % columns) + 0.5, Math.floor(pixel / columns) + 0.5];
    const [along, across] = [x * cosine + y * sine, y * cosine - x * sine];
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: along * cosine - across * sine,
    y: along * sine + across * cosine,
    width: right - left + 1,
    height: bottom - top + 1,
    angle,
  };
}
