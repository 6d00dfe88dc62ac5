export { compileKernels } from './compile-kernels.js';
