import { jestProject } from '../../../jest.preset.mjs';

// Others may want the processor too. Shorter than the work that a spec sees dropped, which takes half a minute alone.
export default jestProject(import.meta.url, { timeoutMs: 20_000 });
