import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const workspaceRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Every package of the npm workspace, from the globs of the root package.json (a literal folder, or `folder/*`).
 *
 * @param {string} root the folder of that package.json
 * @returns {{ name: string, directory: string, manifest: object, tags: string[] }[]} `directory` is relative to the root
 */
export function workspacePackages(root = workspaceRoot) {
  const { workspaces } = readJson(join(root, 'package.json'));
  return workspaces
    .flatMap((glob) =>
      glob.endsWith('/*')
        ? readdirSync(join(root, glob.slice(0, -2)), { withFileTypes: true })
            .filter((entry) => entry.isDirectory())
            .map((entry) => `${glob.slice(0, -2)}/${entry.name}`)
        : [glob],
    )
    .filter((directory) => existsSync(join(root, directory, 'package.json')))
    .map((directory) => {
      const manifest = readJson(join(root, directory, 'package.json'));
      return { name: manifest.name, directory, manifest, tags: manifest.nx?.tags ?? [] };
    })
    .sort((a, b) => (a.directory < b.directory ? -1 : 1));
}

/** Layers of packages that no installation for production has: what they import are development dependencies. */
const DEVELOPMENT_LAYERS = ['layer:tool', 'layer:testing'];

/** @param {readonly string[]} tags */
export function isForDevelopmentOnly(tags) {
  return tags.some((tag) => DEVELOPMENT_LAYERS.includes(tag));
}
