// Reads the licence of everything that is installed for production, from package-lock.json and, where that says none, from the
// package's own manifest. Exits 1 and names each that is not permissive, or says nothing.
//   node tools/workspace/check-licences.mjs [folder]
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from './workspace-packages.mjs';

/** SPDX identifiers of licences that ask for no more than their text and the names of the authors to be kept. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'Zlib',
]);

/** Packages whose manifest names no SPDX identifier, read by a person; the version is part of what was read. */
const READ_BY_HAND = new Map([
  // Its file holds the two clauses.
  ['duck@0.1.12', 'BSD-2-Clause'],
]);

const folder = process.argv[2] ?? workspaceRoot;
const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
const installed = Object.entries(packages).filter(
  ([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link,
);
const refused = installed
  .map(([path, entry]) => ({ name: nameOf(path), version: entry.version, licence: licenceOf(path, entry) }))
  .filter(({ licence }) => !isPermissive(licence));

for (const { name, version, licence } of refused) console.log(`${name} ${version}: ${licence ?? 'names no licence'}`);
console.log(`${installed.length} production dependencies, ${refused.length} without a permissive licence.`);
if (refused.length > 0) process.exitCode = 1;

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function licenceOf(path, { version, license }) {
  const known = READ_BY_HAND.get(`${nameOf(path)}@${version}`);
  if (known !== undefined) return known;
  if (license !== undefined) return license;
  const manifest = join(folder, path, 'package.json');
  if (!existsSync(manifest)) return undefined;
  // Before npm 3, manifests listed objects.
  const { license: own, licenses = [] } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (typeof own === 'string') return own;
  const types = [own, ...licenses].flatMap((each) => each?.type ?? []);
  return types.length > 0 ? types.join(' OR ') : undefined;
}

/** Whether an SPDX expression leaves a choice that is permissive throughout: OR is a choice, AND is not. */
function isPermissive(expression) {
  if (expression === undefined) return false;
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const either = () => {
    let holds = both();
    while (tokens[at]?.toUpperCase() === 'OR') {
      at += 1;
      holds = both() || holds;
    }
    return holds;
  };
  const both = () => {
    let holds = single();
    while (tokens[at]?.toUpperCase() === 'AND') {
      at += 1;
      holds = single() && holds;
    }
    return holds;
  };
  const single = () => {
    if (tokens[at] === '(') {
      at += 1;
      const holds = either();
      at += 1;
      return holds;
    }
    const id = tokens[at];
    at += 1;
    return PERMISSIVE.has(id);
  };
  return either() && at === tokens.length;
}
