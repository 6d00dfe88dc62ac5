import { jestProject } from '../../../jest.preset.mjs';

// A hang guard, not a measure: the stand-in for Qdrant takes 40 ms a request, and a test of the port makes 800.
export default jestProject(import.meta.url, { timeoutMs: 240_000 });
