import { keepPack, packFolder, packNames, packParts } from './pack-folder.js';

const [command, ...given] = process.argv.slice(2);
const USAGE = 'packs unpack NAME|PART… (prints their folders) | packs pack FOLDER… | packs list';

if (command === 'unpack' && given.length > 0)
  print(given.flatMap((name) => packParts()[name] ?? [name]).map((name) => packFolder(name)));
else if (command === 'pack' && given.length > 0) print(given.map((folder) => keepPack(folder)));
else if (command === 'list') print(packNames());
else {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 1;
}

function print(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
