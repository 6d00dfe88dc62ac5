import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { workspacePackages, workspaceRoot } from '../workspace-packages.mjs';
import { LAYERS, SCOPES } from './boundaries.js';
import type { LayeringInput } from './check-layering.js';
import { declaredInputs } from './declared-inputs.js';
import type { SourceFile, WorkspacePackage } from './workspace-model.js';

/** Generated or installed folders, which hold no source. */
const SKIPPED = /^(?:node_modules|dist|bundle(?:-[\w-]*\d)?|coverage|\.arbiter)$/;
const SOURCE = /(?<!\.d)\.(tsx?|mts|js|mjs)$/;

/** The workspace on disk, with its rules. */
export function readWorkspace(): LayeringInput {
  return {
    packages: readPackages(),
    layers: LAYERS,
    scopes: SCOPES,
    sharedDevDependencies: rootDevDependencies(),
  };
}

/** The packages on disk, with every source and what they declare to read elsewhere. */
export function readPackages(): (WorkspacePackage & { readonly inputs: readonly string[] })[] {
  const packages = workspacePackages();
  return packages.map(({ name, directory, manifest, tags }) => ({
    name,
    directory,
    tags,
    dependencies: Object.keys(manifest.dependencies ?? {}),
    devDependencies: Object.keys(manifest.devDependencies ?? {}),
    inputs: declaredInputs(manifest.nx?.targets?.test?.inputs),
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
    .filter((path) => !path.split('/').some((part) => SKIPPED.test(part)))
    .filter((path) => !others.some((other) => path.startsWith(other)))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
}

function rootDevDependencies(): string[] {
  const manifest = JSON.parse(readFileSync(join(workspaceRoot, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return Object.keys(manifest.devDependencies);
}
