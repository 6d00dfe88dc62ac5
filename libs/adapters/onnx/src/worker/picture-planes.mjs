/** @import { Picture } from '@arbiter/ports' */

const CHANNELS = 3;

/**
 * Another size of a picture, each pixel the mean of those that it covers, weighted by their distance (a triangle filter): small
 * letters stay legible where most pixels are left out.
 *
 * @param {Picture} picture
 * @param {number} width ≥ 1
 * @param {number} height ≥ 1
 * @returns {Picture}
 */
export function resize(picture, width, height) {
  if (picture.width === width && picture.height === height) return picture;
  return resizeRows(resizeRows(picture, width), height);
}

/** @param {Picture} picture @param {number} to pixels of a row @returns {Picture} with its rows as columns */
function resizeRows({ width, height, pixels }, to) {
  const resized = new Uint8ClampedArray(CHANNELS * to * height);
  for (const [place, { first, weights }] of filterOf(width, to).entries()) {
    for (let row = 0; row < height; row++) {
      let [red, green, blue] = [0, 0, 0];
      let at = CHANNELS * (row * width + first);
      for (let tap = 0; tap < weights.length; tap++, at += CHANNELS) {
        const weight = weights[tap] ?? 0;
        red += weight * (pixels[at] ?? 0);
        green += weight * (pixels[at + 1] ?? 0);
        blue += weight * (pixels[at + 2] ?? 0);
      }
      const into = CHANNELS * (place * height + row);
      resized[into] = red;
      resized[into + 1] = green;
      resized[into + 2] = blue;
    }
  }
  return { width: height, height: to, pixels: new Uint8Array(resized.buffer) };
}

/** @param {number} from pixels @param {number} to pixels @returns of each pixel the first that it is made of, and their weights */
function filterOf(from, to) {
  const scale = from / to;
  const reach = Math.max(1, scale);
  return Array.from({ length: to }, (_, place) => {
    const centre = (place + 0.5) * scale - 0.5;
    const first = Math.max(0, Math.floor(centre - reach) + 1);
    const last = Math.min(from - 1, Math.ceil(centre + reach) - 1);
    const shares = Array.from({ length: last - first + 1 }, (__, tap) => 1 - Math.abs(first + tap - centre) / reach);
    const sum = shares.reduce((total, share) => total + share, 0);
    return { first, weights: Float32Array.from(shares, (share) => share / sum) };
  });
}

/**
 * What a network takes for a picture: a plane for each channel, brought to the mean and deviation that it was trained with.
 *
 * @param {Uint8Array} pixels RGB
 * @param {{ readonly order: readonly number[], readonly means: readonly number[], readonly deviations: readonly number[] }} norm
 *   `order` has the channels in the order of the planes, 0 for red; means and deviations, 0 to 1, are of these
 * @returns {Float32Array}
 */
export function planesOf(pixels, { order, means, deviations }) {
  const size = pixels.length / CHANNELS;
  const planes = new Float32Array(pixels.length);
  for (const [plane, channel] of order.entries()) {
    const [mean = 0, deviation = 1] = [means[plane], deviations[plane]];
    for (let at = 0; at < size; at++)
      planes[plane * size + at] = ((pixels[CHANNELS * at + channel] ?? 0) / 255 - mean) / deviation;
  }
  return planes;
}
