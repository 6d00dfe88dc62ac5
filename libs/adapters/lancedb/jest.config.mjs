import { jestProject } from '../../../jest.preset.mjs';

// A hang guard, not a measure: a test waits for the disk, and may share two cores with others.
export default jestProject(import.meta.url, { timeoutMs: 60_000 });
