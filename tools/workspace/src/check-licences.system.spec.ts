import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '../workspace-packages.mjs';

const SCRIPT = join(workspaceRoot, 'tools/workspace/check-licences.mjs');

describe('the check of licences', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-licences-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const check = (packages: Record<string, object>, where = folder) => {
    if (where === folder)
      writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, where], { encoding: 'utf8' });
    return { status, stdout };
  };
  const one = (entry: object) => check({ '': {}, 'node_modules/subject': { version: '1.0.0', ...entry } });

  it('finds nothing but permissive licences here', () => {
    expect(check({}, workspaceRoot)).toMatchObject({ status: 0 });
  });

  it.each(['MIT', '(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)', 'GPL-2.0 OR (ISC AND MIT)'])(
    'lets %s in',
    (license) => {
      expect(one({ license }).status).toBe(0);
    },
  );

  it.each(['GPL-3.0-only', 'AGPL-3.0', '(MIT AND GPL-2.0)', 'SEE LICENSE IN x', 'UNLICENSED', '', 'MIT GPL-3.0'])(
    'refuses %j, with its name',
    (license) => {
      const { status, stdout } = one({ license });
      expect(status).toBe(1);
      expect(stdout).toContain('subject 1.0.0');
    },
  );

  it('refuses a package that names no licence, and reads the lists of old manifests', () => {
    expect(one({}).status).toBe(1);
    mkdirSync(join(folder, 'node_modules/subject'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/subject/package.json'), JSON.stringify({ licenses: [{ type: 'MIT' }] }));
    expect(one({}).status).toBe(0);
  });

  it('leaves out what only developers install', () => {
    expect(one({ license: 'GPL-3.0-only', dev: true }).status).toBe(0);
  });
});
