import { jestProject } from '../../jest.preset.mjs';

export default jestProject(import.meta.url);
