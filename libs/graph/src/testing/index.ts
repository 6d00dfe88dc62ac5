export { karateClub } from './karate-club.js';
export { preferentialAttachment, randomGraph, stochasticBlockModel, type BlockModel } from './random-graphs.js';
export { REFERENCE_MODULARITIES, type ReferenceModularity } from './reference-modularity.js';
