import { bundleCommand } from './bundle-command.js';
import { bundleConsole, isConsoleCurrent } from './bundle-console.js';
import { arePackToolsCurrent, bundlePackTools } from './bundle-pack-tools.js';
import { ROOT } from './repository.js';
import { isBundleCurrent } from './stamp.js';

if (!arePackToolsCurrent(ROOT)) await bundlePackTools(ROOT);
if (!isConsoleCurrent(ROOT)) await bundleConsole(ROOT);
if (!(await isBundleCurrent(ROOT))) await bundleCommand(ROOT);
