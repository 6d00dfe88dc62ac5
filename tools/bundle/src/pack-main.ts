import { packCommand } from './pack-command.js';
import { ROOT } from './repository.js';

const [destination = ROOT, which] = process.argv.slice(2);
process.stdout.write(`${await packCommand(ROOT, destination, which === 'current')}\n`);
