export { MaxSim } from './max-sim.js';
export { VectorMatrix } from './vector-matrix.js';
