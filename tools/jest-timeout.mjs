// Jest takes `testTimeout` from the root configuration alone: each project says through a global how long its tests may take.
import { jest } from '@jest/globals';

jest.setTimeout(globalThis.TEST_TIMEOUT_MS);
