import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { workspacePackages, workspaceRoot } from '../workspace-packages.mjs';
import type { LayeringInput } from './check-layering.js';
import type { Layers, Scopes, SourceFile, WorkspacePackage } from './workspace-model.js';

/** Generated or installed folders, which hold no source. */
const SKIPPED = new Set(['node_modules', 'dist', 'bundle', 'coverage', '.arbiter']);
const SOURCE = /(?<!\.d)\.(ts|mts|js|mjs)$/;

/** The workspace on disk, with its rules. */
export function readWorkspace(): LayeringInput {
  return { packages: readPackages(), ...readRules(), sharedDevDependencies: rootDevDependencies() };
}

/** The packages on disk, with every source. */
export function readPackages(): WorkspacePackage[] {
  const packages = workspacePackages();
  return packages.map(({ name, directory, manifest, tags }) => ({
    name,
    directory,
    tags,
    dependencies: Object.keys(manifest.dependencies ?? {}),
    devDependencies: Object.keys(manifest.devDependencies ?? {}),
    files: sourcesUnder(
      join(workspaceRoot, directory),
      packages.map((other) => `${relative(directory, other.directory)}/`),
    ),
  }));
}

/** @param others folders of all packages, relative to this one: files of a package within it are not its own */
function sourcesUnder(folder: string, others: readonly string[]): SourceFile[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.split('/').some((part) => SKIPPED.has(part)))
    .filter((path) => !others.some((other) => path.startsWith(other)))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

/** Layers and scopes as the linter has them. In a process of its own: the linter's plug-ins do not load inside a test runner. */
function readRules(): { layers: Layers; scopes: Scopes } {
  const script = `import('./eslint.config.mjs').then(({ LAYERS: layers, SCOPES: scopes }) =>
    process.stdout.write(JSON.stringify({ layers, scopes })))`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: workspaceRoot,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  return JSON.parse(output) as { layers: Layers; scopes: Scopes };
}

function rootDevDependencies(): string[] {
  const manifest = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return Object.keys(manifest.devDependencies);
}
