export { maxSims } from './max-sims.js';
export { VectorMatrix } from './vector-matrix.js';
export { poolVectors } from './pool-vectors.js';
