import { jestProject } from '../../../jest.preset.mjs';

// A hang guard, not a measure: the first test may start a server, which takes minutes on a busy machine, and each makes an index.
export default jestProject(import.meta.url, { timeoutMs: 400_000 });
