import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from '../repository.js';
import { makeImageTree, parseImageApp } from './image-tree.js';

const [app, folder = 'image'] = process.argv.slice(2);
const target = resolve(folder);
mkdirSync(target, { recursive: true });
const sizes = await makeImageTree(ROOT, parseImageApp(app), target);
const parts = Object.entries(sizes).map(([part, bytes]) => `${part} ${(bytes / 2 ** 20).toFixed(1)} MiB`);
process.stdout.write(`${app ?? ''}: ${parts.join(', ')}\n`);
