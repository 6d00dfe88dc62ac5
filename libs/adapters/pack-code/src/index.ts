export { inspectPackCode, loadPackTools, type LoadedPackCode, type LoadedPackTool } from './load-pack-tools.js';
export { DEFAULT_PACK_THREAD_LIMITS, PackThread, type PackThreadLimits } from './pack-thread.js';
export type { LoadProblem } from './thread-protocol.js';
