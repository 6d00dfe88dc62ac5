import { writeKernels } from './kernel-files.js';

await writeKernels();
