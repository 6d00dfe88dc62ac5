import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');

describe('the launcher behind the npm scripts', () => {
  it('says what it can be told, and leaves the standard output alone', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/launch.mjs'), 'dance'], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toBe(
      'arbiter: use: node tools/launch.mjs demo|start|bench|packs|injection|trace|quality|transcripts|doors|test|system|chaos|soak|draw\n',
    );
  });
});

describe('the last line of npm test', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-reporter-'));
    const test = (name: string, text: string) => writeFileSync(join(folder, `${name}.test.mjs`), text);
    test(
      'mixed',
      "test('a', () => {}); test('b', () => { throw new Error('b'); }); test.todo('c'); test.skip('d', () => {});",
    );
    test('broken', "throw new Error('does not even run');");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('counts a suite that does not run as a failure, and todo as skipped', () => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [
        '--experimental-vm-modules',
        join(root, 'node_modules/jest/bin/jest.js'),
        `--rootDir=${folder}`,
        `--config=${JSON.stringify({ testMatch: ['**/*.test.mjs'], transform: {} })}`,
        '--runInBand',
        `--reporters=${join(root, 'tools/jest/test-counts.reporter.mjs')}`,
      ],
      { encoding: 'utf8', env: { ...process.env, ARBITER_TEST_COUNTS: '', ARBITER_TEST_COSTS: '' } },
    );
    expect(stdout).toBe('1 passed, 2 failed, 2 skipped\n');
    expect(status).toBe(1);
  });
});
