// Jest takes `testTimeout` from the root configuration alone: projects that need longer say so through a global.
import { jest } from '@jest/globals';

jest.setTimeout(globalThis.TEST_TIMEOUT_MS);
