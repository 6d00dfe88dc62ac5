export { karateClub } from './karate-club.js';
export { preferentialAttachment, randomGraph, stochasticBlockModel, type BlockModel } from './random-graphs.js';
