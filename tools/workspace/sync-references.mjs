// Writes the references of every tsconfig.json from the dependencies in package.json, which is thereby the only place where the
// graph of packages is stated. The tsconfig.json of the root refers to every package: it checks their specs.
//   node tools/workspace/sync-references.mjs           writes what differs
//   node tools/workspace/sync-references.mjs --check   exits 1 and names what differs
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isForDevelopmentOnly, workspacePackages, workspaceRoot } from './workspace-packages.mjs';

const check = process.argv.includes('--check');
const packages = workspacePackages();
const directoryOf = new Map(packages.map(({ name, directory }) => [name, directory]));
const stale = [];

for (const { directory, manifest, tags } of packages) {
  const { dependencies = {}, devDependencies = {} } = manifest;
  const built = { ...dependencies, ...(isForDevelopmentOnly(tags) ? devDependencies : {}) };
  const referenced = Object.keys(built)
    .filter((name) => directoryOf.has(name))
    .sort()
    .map((name) => relative(directory, directoryOf.get(name)));
  sync(directory, referenced);
}
sync(
  '.',
  packages.map(({ directory }) => directory),
);

if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run: node tools/workspace/sync-references.mjs`);
  process.exit(1);
}

function sync(directory, referenced) {
  const path = join(workspaceRoot, directory, 'tsconfig.json');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
  const configuration = {
    extends: `${relative(directory, '.') || '.'}/tsconfig.base.json`,
    ...JSON.parse(before),
    references: referenced.map((each) => ({ path: each })),
  };
  const text = `${JSON.stringify(configuration, null, 2)}\n`;
  if (before === text) return;
  stale.push(join(directory, 'tsconfig.json'));
  if (!check) writeFileSync(path, text);
}
