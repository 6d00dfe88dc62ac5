import { bundleCommand, isBundleCurrent } from './bundle-command.js';
import { ROOT } from './repository.js';

if (!isBundleCurrent(ROOT)) await bundleCommand(ROOT);
