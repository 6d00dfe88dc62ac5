export * from './ppocr-v6-small.model.js';
