import { bundleCommand } from './bundle-command.js';
import { ROOT } from './repository.js';
import { isBundleCurrent } from './stamp.js';

if (!(await isBundleCurrent(ROOT))) await bundleCommand(ROOT);
