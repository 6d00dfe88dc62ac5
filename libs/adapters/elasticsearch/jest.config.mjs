import { jestProject } from '../../../jest.preset.mjs';

// A hang guard, not a measure: the first test may start a server, which takes up to a minute, and an index per test.
export default jestProject(import.meta.url, { timeoutMs: 180_000 });
