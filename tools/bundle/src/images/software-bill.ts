import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as SPDX from '@cyclonedx/cyclonedx-library/SPDX';
import { type LockFile, readLockFile } from './dependency-closure.js';
import { readJson } from './link-tree.js';

/** Version of the format that is written (https://cyclonedx.org/docs/1.6/json/). */
export const BILL_VERSION = '1.6';

export interface BillContents {
  readonly app: string;
  readonly version: string;
  /** Folders of third-party packages, relative to the root, bundled or installed. */
  readonly components: readonly string[];
  /** Folders of packages of model weights, relative to the root. */
  readonly models: readonly string[];
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
}

/**
 * The bill of materials of an image as CycloneDX JSON: what its bundle and its node_modules really hold, which is less than
 * what the workspace depends on. The same tree gives the same bytes: it has neither a time nor a serial number.
 */
export function softwareBill(root: string, { app, version, components, models }: BillContents): string {
  const lock = readLockFile(root);
  const own = {
    type: 'application',
    'bom-ref': `arbiter-${app}`,
    name: `arbiter-${app}`,
    version,
    licenses: licensesOf('Apache-2.0'),
  };
  const packages = components.flatMap((folder) => libraryOf(root, lock, folder) ?? []);
  const weights = models.map((folder) => modelOf(root, folder));
  const all = [...packages, ...weights];
  const bill = {
    $schema: `http://cyclonedx.org/schema/bom-${BILL_VERSION}.schema.json`,
    bomFormat: 'CycloneDX',
    specVersion: BILL_VERSION,
    version: 1,
    metadata: { component: own },
    components: all,
    dependencies: [{ ref: own['bom-ref'], dependsOn: all.map((each) => each['bom-ref']) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function libraryOf(root: string, lock: LockFile, folder: string) {
  const manifest = join(root, folder, 'package.json');
  // Code that a package has copied from another, without saying which.
  if (!existsSync(manifest)) return undefined;
  const { name, version, license } = readJson(manifest) as Manifest;
  // A part of a package with settings of its own, such as `{ "type": "module" }`.
  if (name === undefined || version === undefined) return undefined;
  const integrity = /^sha512-(?<digest>.+)$/.exec(lock[folder]?.integrity ?? '')?.groups?.digest;
  const stated = typeof license === 'object' ? license.type : license;
  return {
    type: 'library',
    // An alias or a second copy has a folder of its own.
    'bom-ref': folder,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(stated !== undefined && { licenses: licensesOf(stated) }),
    ...(integrity !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') }],
    }),
  };
}

function modelOf(root: string, folder: string) {
  const { version } = readJson(join(root, folder, 'package.json')) as { version: string };
  const files = readdirSync(join(root, folder, 'model')).filter((name) => name.endsWith('.onnx'));
  return {
    type: 'machine-learning-model',
    'bom-ref': folder,
    name: basename(folder),
    version,
    components: files.map((name) => ({
      type: 'file',
      'bom-ref': `${folder}/model/${name}`,
      name,
      hashes: [
        {
          alg: 'SHA-256',
          content: createHash('sha256')
            .update(readFileSync(join(root, folder, 'model', name)))
            .digest('hex'),
        },
      ],
    })),
  };
}

function licensesOf(stated: string) {
  if (SPDX.isSupportedSpdxId(stated)) return [{ license: { id: stated } }];
  return /^\(.*\)$| (?:OR|AND|WITH) /.test(stated) ? [{ expression: stated }] : [{ license: { name: stated } }];
}
