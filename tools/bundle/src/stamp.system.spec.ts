import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BUNDLE, ROOT } from './repository.js';
import { isBundleCurrent, STAMP, stampOf } from './stamp.js';

describe('a bundle that may be stale', () => {
  let root: string;
  const info = 'libs/text/dist/tsconfig.tsbuildinfo';
  const installed = 'node_modules/.package-lock.json';
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  /** What the real command runs in a repository with this bundle. */
  const ran = () =>
    spawnSync(process.execPath, [join(root, 'apps/cli/bin/arbiter.mjs')], { encoding: 'utf8' }).stdout.trim();

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'arbiter-bundle-'));
    cpSync(join(ROOT, 'apps/cli/bin'), join(root, 'apps/cli/bin'), { recursive: true });
    write('apps/cli/package.json', '{ "type": "module" }');
    write('apps/cli/dist/main.js', 'console.log("modules");');
    write(`${BUNDLE}/arbiter.js`, 'console.log("bundle");');
    write(info, '{}');
    write(installed, '{}');
    write(
      `${BUNDLE}/${STAMP}`,
      JSON.stringify(stampOf(root, ['libs/text/dist/index.js', 'node_modules/zod/index.js'])),
    );
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is run while nothing was built or installed since', async () => {
    expect(await isBundleCurrent(root)).toBe(true);
    expect(ran()).toBe('bundle');
  });

  it.each([info, installed])('is not run after %s was written', async (path) => {
    utimesSync(join(root, path), new Date(0), new Date(0));
    expect(await isBundleCurrent(root)).toBe(false);
    expect(ran()).toBe('modules');
  });

  it('is not run when a package is gone, or it says nothing of what it is made of', async () => {
    rmSync(join(root, info));
    expect(await isBundleCurrent(root)).toBe(false);
    expect(ran()).toBe('modules');
    rmSync(join(root, BUNDLE, STAMP));
    expect(ran()).toBe('modules');
  });
});
