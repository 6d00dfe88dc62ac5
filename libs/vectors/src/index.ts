export { VectorMatrix } from './vector-matrix.js';
