export * from './keep-files-private.js';
export { describeStartError } from './describe-start-error.js';
export { nodeProcessHost, type NodeProcess, type ProcessHost, type StopSignal } from './process-host.js';
export * from './run-app.js';
