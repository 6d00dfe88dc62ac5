export * from './arms.js';
export { makeImageTree } from './images/image-tree.js';
