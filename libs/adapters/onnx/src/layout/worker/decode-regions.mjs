/**
 * What a network like PicoDet says of one grid of points (Yu et al., "PP-PicoDet", 2021).
 *
 * @typedef {object} Head
 * @property {Float32Array} scores 0–1 of each point and label
 * @property {Float32Array} edges of each point distributions over the distances of the left, top, right and bottom edge, before softmax
 * @property {number} stride pixels between points
 * @property {number} columns points in a row
 * @property {number} rows of points
 */

/**
 * A region in pixels of the network's picture.
 *
 * @typedef {object} Candidate
 * @property {number} label
 * @property {number} score 0–1
 * @property {readonly [left: number, top: number, right: number, bottom: number]} edges
 */

/** Of the points that a large region covers, this many of a label are compared. */
const MOST_CANDIDATES = 200;

/**
 * @param {readonly Head[]} heads
 * @param {{ readonly labels: number, readonly least: number, readonly overlap: number }} options labels that there are, score from which
 *   on a region counts, and the largest overlap of two of a label (intersection over union)
 * @returns {Candidate[]} the most certain first
 */
export function decodeRegions(heads, { labels, least, overlap }) {
  /** @type {Candidate[][]} */
  const byLabel = Array.from({ length: labels }, () => []);
  for (const head of heads) {
    for (let at = 0; at < head.scores.length; at++) {
      const score = head.scores[at] ?? 0;
      if (!(score > least)) continue;
      const [point, label] = [Math.floor(at / labels), at % labels];
      byLabel[label]?.push({ label, score, edges: edgesOf(head, point) });
    }
  }
  return byLabel.flatMap((candidates) => suppress(candidates, overlap)).sort(mostCertainFirst);
}

/**
 * The distance of an edge is the mean of its distribution (Li et al., "Generalized Focal Loss", 2020, equation 4).
 *
 * @param {Head} head @param {number} point @returns {Candidate['edges']}
 */
function edgesOf({ edges, stride, columns, rows }, point) {
  const bins = edges.length / (4 * columns * rows);
  const distance = (/** @type {number} */ edge) => {
    const start = (4 * point + edge) * bins;
    let most = -Infinity;
    for (let bin = 0; bin < bins; bin++) most = Math.max(most, edges[start + bin] ?? 0);
    let [sum, weighted] = [0, 0];
    for (let bin = 0; bin < bins; bin++) {
      const share = Math.exp((edges[start + bin] ?? 0) - most);
      sum += share;
      weighted += share * bin;
    }
    return (weighted / sum) * stride;
  };
  const [x, y] = [((point % columns) + 0.5) * stride, (Math.floor(point / columns) + 0.5) * stride];
  return [x - distance(0), y - distance(1), x + distance(2), y + distance(3)];
}

/** Leaves out candidates of a label that a more certain one covers. @param {Candidate[]} candidates @param {number} overlap */
function suppress(candidates, overlap) {
  /** @type {Candidate[]} */
  const kept = [];
  for (const candidate of candidates.sort(mostCertainFirst).slice(0, MOST_CANDIDATES)) {
    if (kept.every((other) => overlapOf(candidate.edges, other.edges) <= overlap)) kept.push(candidate);
  }
  return kept;
}

/** @param {Candidate} a @param {Candidate} b */
function mostCertainFirst(a, b) {
  return b.score - a.score;
}

/** @param {Candidate['edges']} a @param {Candidate['edges']} b @returns {number} intersection over union, 0–1 */
function overlapOf(a, b) {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const area = (/** @type {Candidate['edges']} */ [left, top, right, bottom]) => (right - left) * (bottom - top);
  return (width * height) / (area(a) + area(b) - width * height);
}
