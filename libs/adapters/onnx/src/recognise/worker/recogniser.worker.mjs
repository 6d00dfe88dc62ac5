import { Network } from '../../worker/network.mjs';
import { planesOf, resize } from '../../worker/picture-planes.mjs';
import { readModelFile } from '../../worker/read-model-file.mjs';
import { serveCalls } from '../../worker/serve-calls.mjs';
import { cutStrips, STRIP_HEIGHT } from './cut-strips.mjs';
import { findLines } from './find-lines.mjs';

/** @import { Picture } from '@arbiter/ports' */
/** @import { FoundLines, LoadedModel, RecogniserCalls, RecogniserSettings, Strips } from '../../worker/thread-protocol.js' */

/** PaddleOCR reads pictures as blue, green, red. */
const NORM = { order: [2, 1, 0], means: [0.5, 0.5, 0.5], deviations: [0.5, 0.5, 0.5] };
/** Longest side, in pixels, of what lines are looked for in, and of what they are cut from. A larger picture is made smaller. */
const DETECTOR_SIDE = 1_216;
const PICTURE_SIDE = 2_400;
/** Sides of the detector's input are multiples of this. */
const DETECTOR_STEP = 32;
/** Shorter strips are filled up with grey. PaddleOCR fills up to 320, at three times the time for short words and no gain (tools/models/src/recognition). */
const LEAST_WIDTH = 64;
const GREY = 127;
const CHANNELS = 3;

/** Entry of the recogniser's thread. JavaScript, because Node loads it as it stands, from `src` as well as from `dist`. */
await serveCalls(load);

/** @param {RecogniserSettings} settings @returns {Promise<LoadedModel<RecogniserCalls>>} */
async function load(settings) {
  const { model } = settings;
  const alphabet = (await readModelFile(model, 'alphabet.txt')).toString('utf8').split('\n');
  const detector = await Network.open(await readModelFile(model, 'detector.onnx'), settings);
  const reader = await Network.open(await readModelFile(model, 'recogniser.onnx'), settings);
  // The network knows a space, and the alphabet does not.
  const codePoints = Int32Array.from([...alphabet, ' '], (sign) => sign.codePointAt(0) ?? 0);
  return {
    calls: {
      find: (picture) => findIn(detector, picture),
      read: (strips) => readStrips(reader, codePoints, strips),
    },
    release: async () => {
      await detector.release();
      await reader.release();
    },
  };
}

/** @param {Network} detector @param {Picture} whole @returns {Promise<FoundLines>} */
async function findIn(detector, whole) {
  const picture = resize(whole, ...sizeWithin(whole, PICTURE_SIDE, 1));
  const [columns, rows] = sizeWithin(picture, DETECTOR_SIDE, DETECTOR_STEP);
  const planes = planesOf(resize(picture, columns, rows).pixels, NORM);
  const [map] = Object.values(await detector.runOn(planes, [1, CHANNELS, rows, columns]));
  if (!(map?.data instanceof Float32Array) || map.data.length !== rows * columns) {
    throw new TypeError(`detector.onnx answers with ${map?.dims.join(' × ')}`);
  }
  const [scaleX, scaleY] = [picture.width / columns, picture.height / rows];
  const lines = findLines(map.data, columns).map(({ x, y, width, height, angle }) => {
    const [along, across] = Math.abs(angle) < Math.PI / 4 ? [scaleX, scaleY] : [scaleY, scaleX];
    return { x: x * scaleX, y: y * scaleY, width: width * along, height: height * across, angle };
  });
  return cutStrips(picture, lines);
}

/**
 * @param {Picture} picture
 * @param {number} longest side, in pixels
 * @param {number} step that sides are multiples of
 * @returns {[width: number, height: number]}
 */
function sizeWithin({ width, height }, longest, step) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const sideOf = (/** @type {number} */ side) => Math.max(1, Math.round((side * scale) / step)) * step;
  return [sideOf(width), sideOf(height)];
}

/**
 * Each by itself: padding to a common width costs more than a run.
 *
 * @param {Network} reader
 * @param {Int32Array} codePoints of the signs from the first
 * @param {Strips} strips
 * @returns {Promise<Float32Array>} see `RecogniserCalls`
 */
async function readStrips(reader, codePoints, { pixels, widths }) {
  /** @type {number[]} */
  const found = [];
  let start = 0;
  for (const [strip, width] of widths.entries()) {
    const end = start + CHANNELS * STRIP_HEIGHT * width;
    const filled = fillUp(pixels.subarray(start, end), width);
    start = end;
    const filledWidth = Math.max(width, LEAST_WIDTH);
    const shape = [1, CHANNELS, STRIP_HEIGHT, filledWidth];
    const { signs, probabilities } = await reader.runOn(planesOf(filled, NORM), shape);
    const [ids, shares] = [signs?.data, probabilities?.data];
    if (!(ids instanceof BigInt64Array) || !(shares instanceof Float32Array)) {
      throw new TypeError('recogniser.onnx has no outputs signs and probabilities');
    }
    // A sign counts once for all steps in a row that see it; 0 is none (Graves et al., "Connectionist Temporal Classification", 2006).
    for (const [step, id] of ids.entries()) {
      if (id === 0n || id === ids[step - 1]) continue;
      const middle = Math.min(1, ((step + 0.5) / ids.length) * (filledWidth / width));
      found.push(strip, codePoints[Number(id) - 1] ?? 0, middle, shares[step] ?? 0);
    }
  }
  return Float32Array.from(found);
}

/** @param {Uint8Array} strip @param {number} width @returns {Uint8Array} wide enough */
function fillUp(strip, width) {
  if (width >= LEAST_WIDTH) return strip;
  const filled = new Uint8Array(CHANNELS * STRIP_HEIGHT * LEAST_WIDTH).fill(GREY);
  for (let row = 0; row < STRIP_HEIGHT; row++) {
    filled.set(strip.subarray(CHANNELS * row * width, CHANNELS * (row + 1) * width), CHANNELS * row * LEAST_WIDTH);
  }
  return filled;
}
