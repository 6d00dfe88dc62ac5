import { jestProject } from '../../jest.preset.mjs';

/** Specs start real programs, on machines that may be busy: a guard against hangs, no measure. */
const TEST_TIMEOUT_MS = 180_000;

export default jestProject(import.meta.url, { timeoutMs: TEST_TIMEOUT_MS });
