// Prints files, lines and median lines of the TypeScript sources of each room, without specs, as a commit has them.
//   node tools/workspace/measure-sources.mjs [COMMIT ...]     default: HEAD
import { execFileSync } from 'node:child_process';
import { workspaceRoot } from './workspace-packages.mjs';

const LONG = 300;
const commits = process.argv.length > 2 ? process.argv.slice(2) : ['HEAD'];

for (const commit of commits) {
  const sources = sourcesOf(commit);
  const rooms = groupBy(sources, roomOf);
  console.log(
    `${commit}\n${'files'.padStart(6)}${'lines'.padStart(8)}${'median'.padStart(8)}${`>${LONG}`.padStart(6)}  room`,
  );
  for (const [room, files] of [...rooms].sort(([a], [b]) => (a < b ? -1 : 1))) print(room, files);
  print('all', sources);
}

function print(room, files) {
  const lines = files.map((file) => file.lines).sort((a, b) => a - b);
  const sum = lines.reduce((total, each) => total + each, 0);
  const median = lines[Math.floor(lines.length / 2)];
  const long = lines.filter((each) => each > LONG).length;
  const columns = [
    [files.length, 6],
    [sum, 8],
    [median, 8],
    [long, 6],
  ];
  console.log(`${columns.map(([value, width]) => String(value).padStart(width)).join('')}  ${room}`);
}

/** Folder of two levels: `libs/fusion`, `libs/adapters`. */
function roomOf({ path }) {
  return path.split('/').slice(0, 2).join('/');
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** `git grep -c ""` counts lines. Specs and their helpers are no sources. */
function sourcesOf(commit) {
  const output = execFileSync('git', ['grep', '-c', '', commit, '--', '*.ts', '*.mts', '*.mjs'], {
    cwd: workspaceRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return output
    .trim()
    .split('\n')
    .map((line) => /^[^:]+:(?<path>.*):(?<lines>\d+)$/.exec(line).groups)
    .filter(
      ({ path }) => /^(apps|libs|tools|domains)\//.test(path) && !/\.spec\.ts$|\/test\/|\.config\.mjs$/.test(path),
    )
    .map(({ path, lines }) => ({ path, lines: Number(lines) }));
}
