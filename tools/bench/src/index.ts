export * from './benchmark.js';
export * from './bus.bench.js';
export * from './embed.bench.js';
