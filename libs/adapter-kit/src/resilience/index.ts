export * from './abortable.js';
export * from './bounded-concurrency.js';
export * from './circuit-breaker.js';
export * from './read-bytes.js';
export * from './retry-policy.js';
export * from './turns.js';
export * from './with-deadline.js';
