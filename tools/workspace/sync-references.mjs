// Writes the TypeScript configurations of every workspace package from its dependencies in package.json,
// which is thereby the only place where the graph of packages is stated.
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
  const toRoot = relative(directory, '.') || '.';
  const references = (names) =>
    names
      .filter((name) => directoryOf.has(name))
      .sort()
      .map((name) => ({ path: join(relative(directory, directoryOf.get(name)), 'tsconfig.lib.json') }));
  const runtime = Object.keys(manifest.dependencies ?? {});
  const development = Object.keys(manifest.devDependencies ?? {});
  const built = isForDevelopmentOnly(tags) ? [...runtime, ...development] : runtime;

  sync(directory, 'tsconfig.json', {
    extends: `${toRoot}/tsconfig.base.json`,
    files: [],
    references: [{ path: './tsconfig.lib.json' }, { path: './tsconfig.spec.json' }],
  });
  sync(directory, 'tsconfig.lib.json', {
    extends: `${toRoot}/tsconfig.base.json`,
    compilerOptions: {
      rootDir: 'src',
      outDir: 'dist',
      tsBuildInfoFile: 'dist/tsconfig.lib.tsbuildinfo',
      ...(manifest.arbiter?.compilerOptions ?? {}),
    },
    include: ['src'],
    exclude: ['**/*.spec.ts'],
    references: references(built),
  });
  sync(directory, 'tsconfig.spec.json', {
    extends: `${toRoot}/tsconfig.base.json`,
    compilerOptions: {
      rootDir: '.',
      outDir: 'out-tsc',
      tsBuildInfoFile: 'out-tsc/tsconfig.spec.tsbuildinfo',
      ...(manifest.arbiter?.compilerOptions ?? {}),
    },
    include: ['**/*.spec.ts', 'test/**/*.ts'],
    exclude: ['dist', 'out-tsc', 'node_modules'],
    references: [{ path: './tsconfig.lib.json' }, ...references([...runtime, ...development])],
  });
}
sync('.', 'tsconfig.json', {
  files: [],
  references: packages.map(({ directory }) => ({ path: `${directory}/tsconfig.lib.json` })),
});

if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run: node tools/workspace/sync-references.mjs`);
  process.exit(1);
}

function sync(directory, file, configuration) {
  const path = join(workspaceRoot, directory, file);
  const text = `${JSON.stringify(configuration, null, 2)}\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  stale.push(join(directory, file));
  if (!check) writeFileSync(path, text);
}
