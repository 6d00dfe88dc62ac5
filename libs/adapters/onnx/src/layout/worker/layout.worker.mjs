import { Network } from '../../worker/network.mjs';
import { planesOf, resize } from '../../worker/picture-planes.mjs';
import { readModelFile } from '../../worker/read-model-file.mjs';
import { serveCalls } from '../../worker/serve-calls.mjs';
import { decodeRegions } from './decode-regions.mjs';

/** @import { OnnxValue } from 'onnxruntime-node' */
/** @import { Picture } from '@arbiter/ports' */
/** @import { LayoutCalls, LayoutSettings, LoadedModel } from '../../worker/thread-protocol.js' */
/** @import { Head } from './decode-regions.mjs' */

/** Means and deviations of ImageNet, with which PaddleDetection trains. */
const NORM = { order: [0, 1, 2], means: [0.485, 0.456, 0.406], deviations: [0.229, 0.224, 0.225] };
/** Below PaddleDetection's .5: diagrams of other pages than those of its training have .4 to .6. */
const LEAST_SCORE = 0.4;
const MOST_OVERLAP = 0.5;

/** Entry of the layout model's thread. JavaScript, because Node loads it as it stands, from `src` as well as from `dist`. */
await serveCalls(load);

/** @param {LayoutSettings} settings @returns {Promise<LoadedModel<LayoutCalls>>} */
async function load(settings) {
  const network = await Network.open(await readModelFile(settings.model, 'model.onnx'), settings);
  return {
    calls: { regions: (picture) => findRegions(network, settings, picture) },
    release: () => network.release(),
  };
}

/** @param {Network} network @param {LayoutSettings} settings @param {Picture} picture @returns {Promise<Float32Array>} see `LayoutCalls` */
async function findRegions(network, { model }, picture) {
  const { width, height, labels, strides } = model;
  const planes = planesOf(resize(picture, width, height).pixels, NORM);
  const outputs = Object.values(await network.runOn(planes, [1, 3, height, width]));
  const heads = strides.map((stride) =>
    headOf(outputs, { stride, columns: Math.ceil(width / stride), rows: Math.ceil(height / stride) }, labels.length),
  );
  const found = decodeRegions(heads, { labels: labels.length, least: LEAST_SCORE, overlap: MOST_OVERLAP });
  const size = [width, height, width, height];
  return Float32Array.from(
    found.flatMap(({ label, score, edges }) => [label, score, ...edges.map((edge, at) => edge / (size[at] ?? 1))]),
  );
}

/**
 * The names of outputs say nothing: a grid's are told by the number of their points, and scores from edges by what there is of each.
 *
 * @param {readonly OnnxValue[]} outputs
 * @param {Pick<Head, 'stride' | 'columns' | 'rows'>} grid
 * @param {number} labels
 * @returns {Head}
 */
function headOf(outputs, grid, labels) {
  const ofGrid = outputs.filter(({ dims }) => dims[1] === grid.columns * grid.rows);
  const scores = ofGrid.find(({ dims }) => dims[2] === labels)?.data;
  const edges = ofGrid.find(({ dims }) => dims[2] !== labels)?.data;
  if (!(scores instanceof Float32Array) || !(edges instanceof Float32Array)) {
    throw new TypeError(`model.onnx has no scores and edges of ${grid.columns} × ${grid.rows} points`);
  }
  return { ...grid, scores, edges };
}
