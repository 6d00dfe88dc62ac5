import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '../workspace-packages.mjs';

const SCRIPT = 'tools/workspace/sync-references.mjs';

function sync(root: string, ...args: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, SCRIPT), ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stderr };
}

describe('the TypeScript references of this workspace', () => {
  it('follow from the dependencies of its packages', () => {
    expect(sync(workspaceRoot, '--check')).toEqual({ status: 0, stderr: '' });
  });
});

describe('sync-references', () => {
  let root: string;
  const write = (path: string, content: object) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'arbiter-workspace-'));
    write('package.json', { workspaces: ['libs/*'] });
    write('libs/one/package.json', { name: 'one', dependencies: { two: '*', zod: '4' } });
    write('libs/two/package.json', { name: 'two' });
    mkdirSync(join(root, 'tools/workspace'), { recursive: true });
    for (const file of ['sync-references.mjs', 'workspace-packages.mjs']) {
      cpSync(join(workspaceRoot, 'tools/workspace', file), join(root, 'tools/workspace', file));
    }
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('names what is out of date, and changes nothing while it only checks', () => {
    expect(sync(root, '--check')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('libs/one/tsconfig.json'),
    });
    expect(sync(root, '--check').status).toBe(1);
  });

  it('writes a reference for every dependency in the workspace, and is content afterwards', () => {
    expect(sync(root).status).toBe(0);
    const written = JSON.parse(readFileSync(join(root, 'libs/one/tsconfig.json'), 'utf8')) as unknown;
    expect(written).toEqual({ extends: '../../tsconfig.base.json', references: [{ path: '../two' }] });
    expect(sync(root, '--check')).toEqual({ status: 0, stderr: '' });
  });
});
