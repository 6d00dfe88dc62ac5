export * from './start-arm-over-bus.js';
