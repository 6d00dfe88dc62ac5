import { jest } from '@jest/globals';

// Jest takes `testTimeout` from the root configuration alone: each project says through a global how long its tests may take.
jest.setTimeout(globalThis.TEST_TIMEOUT_MS);

// A server that a spec starts in this process keeps its files private from then on: the next spec begins as a shell does.
process.umask(0o022);
