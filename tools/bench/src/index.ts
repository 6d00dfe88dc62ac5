export * from './bench-report.js';
export * from './bus.bench.js';
export * from './embed.bench.js';
