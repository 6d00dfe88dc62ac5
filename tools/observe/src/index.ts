export * from './draw-waterfall.js';
export * from './otlp-receiver.js';
export * from './read-spans.js';
