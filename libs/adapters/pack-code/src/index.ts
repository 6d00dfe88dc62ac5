export { inspectPackCode, loadPackTools, type LoadedPackCode, type LoadedPackTool } from './load-pack-tools.js';
export { openPackParsers, type OpenedPackParsers, type PackParserLimits } from './pack.parser.js';
export { DEFAULT_PACK_THREAD_LIMITS, PackThread, type PackThreadLimits } from './pack-thread.js';
export { describeShippedPack, openShippedCode, SHIPPED_CODE_FILE, type ShippedCode } from './shipped-code.js';
export type { LoadProblem } from './thread-protocol.js';
