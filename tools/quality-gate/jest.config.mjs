import { jestProject } from '../../jest.preset.mjs';

/** A thousand chunks are embedded, perhaps on a machine that is busy with other tests: a guard against hangs. */
const TEST_TIMEOUT_MS = 900_000;

export default jestProject(import.meta.url, { timeoutMs: TEST_TIMEOUT_MS });
