import { packCommand } from './pack-command.js';
import { ROOT } from './repository.js';

process.stdout.write(`${await packCommand(ROOT, process.argv[2] ?? ROOT)}\n`);
