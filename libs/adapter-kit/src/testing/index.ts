export * from './scripted-language-model.js';
export { drawJpeg, drawPng } from './draw-pictures.js';
