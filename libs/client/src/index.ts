export * from './client.js';
export * from './client-error.js';
export { httpRequestAt, httpRequestOf } from './http-request.js';
export type { EventOf, OperationKey, OutputOf, RequestOf } from './operations.js';
export { readLines } from './read-lines.js';
