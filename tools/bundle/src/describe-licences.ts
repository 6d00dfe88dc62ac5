import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LicensedManifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
}

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;
const RULE = '-'.repeat(80);

/** The licences of bundled packages with their texts, as most of them ask for where copies are handed on. */
export function describeLicences(root: string, folders: readonly string[]): string {
  const parts = folders.flatMap((folder) => {
    const path = join(root, folder);
    if (!existsSync(join(path, 'package.json'))) return [];
    const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as LicensedManifest;
    // A part of a package with settings of its own, such as `{ "type": "module" }`.
    if (name === undefined || version === undefined) return [];
    const kind = typeof license === 'object' ? license.type : license;
    const texts = readdirSync(path)
      .filter((file) => LICENCE_FILE.test(file))
      .map((file) => readFileSync(join(path, file), 'utf8').trim());
    return [[`${name} ${version} (${kind ?? 'see below'})`, ...texts].join('\n\n')];
  });
  return `${['Code of these packages is part of apps/cli/bundle.', ...parts].join(`\n\n${RULE}\n\n`)}\n`;
}
