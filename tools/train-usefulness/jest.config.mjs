import { jestProject } from '../../jest.preset.mjs';

// The command loads the model, which takes long where others want the processor too.
export default jestProject(import.meta.url, { timeoutMs: 60_000 });
