import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(fileURLToPath(new URL('../../../', import.meta.url)));
/** Relative to the root. All files of a bundle stand in this one folder. */
export const BUNDLE = 'apps/cli/bundle';
