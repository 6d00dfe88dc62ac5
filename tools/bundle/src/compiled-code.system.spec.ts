import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BUNDLE, ROOT } from './repository.js';
import { STAMP } from './stamp.js';

/** Node.js 20 compiles anew at every start. */
const keeps = 'enableCompileCache' in nodeModule;

describe('what Node.js has compiled of the command', () => {
  let root: string;
  let home: string;
  let kept: string;
  const arbiter = (env: Readonly<Record<string, string>>) => {
    const program = join(root, 'apps/cli/bin/arbiter.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
    return { status, stdout: stdout.trim(), stderr };
  };
  const RAN = { status: 0, stdout: 'bundle', stderr: '' };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'arbiter-compiled-'));
    home = join(root, 'home');
    kept = join(home, '.cache/arbiter/compiled');
    mkdirSync(home);
    mkdirSync(join(root, BUNDLE), { recursive: true });
    cpSync(join(ROOT, 'apps/cli/bin'), join(root, 'apps/cli/bin'), { recursive: true });
    writeFileSync(join(root, 'apps/cli/package.json'), '{ "type": "module" }');
    writeFileSync(join(root, BUNDLE, 'arbiter.js'), 'console.log("bundle");');
    writeFileSync(join(root, BUNDLE, STAMP), '{ "files": {} }');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it(`is ${keeps ? 'kept' : 'not kept by this one'} in the cache folder of the user`, () => {
    expect(arbiter({ HOME: home })).toEqual(RAN);
    expect(existsSync(kept) && readdirSync(kept).length > 0).toBe(keeps);
  });

  it('is not kept where others could write', () => {
    mkdirSync(kept, { recursive: true });
    chmodSync(kept, 0o777);
    expect(arbiter({ HOME: home })).toEqual(RAN);
    expect(readdirSync(kept)).toEqual([]);
  });

  it('makes no home that is not there, and is missed nowhere', () => {
    expect(arbiter({ HOME: join(root, 'nowhere') })).toEqual(RAN);
    expect(existsSync(join(root, 'nowhere'))).toBe(false);
    writeFileSync(join(home, '.cache'), 'no folder');
    expect(arbiter({ HOME: home })).toEqual(RAN);
    expect(arbiter({})).toEqual(RAN);
  });
});
