import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IS_SOAK } from '@arbiter/testing';
import { ROOT } from './repository.js';

/** Bundling, and in a soak run some 660 MB to be copied from npm's cache or fetched. */
const INSTALL_MS = 500_000;
const COMMAND_MS = 120_000;
/** npm's own start is most of it. */
const ASKING_MS = 90_000;

const missing = IS_SOAK ? whyNotInstallable() : null;
if (missing !== null) console.warn(`The package is not installed: ${missing}`);

/** Null when the registry has what the package depends on. */
function whyNotInstallable(): string | null {
  const words = ['view', 'onnxruntime-node', 'version', '--fetch-retries=0'];
  const { status, stderr, error } = spawnSync('npm', words, { cwd: tmpdir(), encoding: 'utf8', timeout: ASKING_MS });
  return status === 0 ? null : `the registry cannot be asked. ${error?.message ?? stderr.trim()}`;
}

function installByNpm(tarball: string, folder: string): void {
  const words = ['install', tarball, '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', words, { cwd: folder, timeout: INSTALL_MS, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** As npm lays it out, with links to what this clone has of what the package depends on: nothing else is found from there. */
function installByLinks(tarball: string, folder: string): void {
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'arbiter');
  mkdirSync(own, { recursive: true });
  mkdirSync(join(modules, '.bin'));
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', own]);
  const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as Manifest;
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    const installed = join(ROOT, 'node_modules', name);
    // Of optional ones, those of other platforms are not there.
    if (!existsSync(installed) && name in manifest.optionalDependencies) continue;
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(installed, join(modules, name));
  }
  symlinkSync(join(own, manifest.bin.arbiter), join(modules, '.bin/arbiter'));
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly bin: { readonly arbiter: string };
}

(missing === null ? describe : describe.skip)('the package, installed in an empty folder', () => {
  let folder: string;

  const arbiter = (...words: string[]) => {
    const env = { PATH: process.env.PATH, HOME: folder, ARBITER_DATA_DIR: join(folder, 'library') };
    const program = join(folder, 'node_modules/.bin/arbiter');
    return spawnSync(program, words, { cwd: folder, env, encoding: 'utf8', timeout: COMMAND_MS });
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-installed-'));
    // In a process of its own: the bundler does not take objects of the realm that tests run in.
    const pack = [join(ROOT, 'tools/bundle/dist/pack-main.js'), join(folder, 'packed')];
    // As the build has bundled it, which every other spec starts; a soak run bundles it as a release does.
    if (!IS_SOAK) pack.push('current');
    const tarball = execFileSync(process.execPath, pack, { cwd: ROOT, encoding: 'utf8', timeout: INSTALL_MS }).trim();
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    if (IS_SOAK) installByNpm(tarball, folder);
    else installByLinks(tarball, folder);
    rmSync(join(folder, 'packed'), { recursive: true });
  }, INSTALL_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('brings no package of the workspace along', () => {
    expect(readdirSync(join(folder, 'node_modules'))).not.toContain('@arbiter');
    const licences = readFileSync(join(folder, 'node_modules/arbiter/THIRD-PARTY-LICENSES'), 'utf8');
    expect(licences).toContain('zod 4.');
    expect(licences).toContain('Permission is hereby granted');
  });

  it(
    'shows help',
    () => {
      const { status, stdout, stderr } = arbiter('--help');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(/^Usage: arbiter/);
    },
    COMMAND_MS,
  );

  it(
    'reads a folder, finds a passage and answers with a citation, in its own process',
    () => {
      mkdirSync(join(folder, 'notes'));
      writeFileSync(
        join(folder, 'notes/lamp.md'),
        '# The lamp\n\nThe lamp of the tower was lit in 1843 by Anna Brandt.\n',
      );
      expect(arbiter('ingest', 'notes').stdout).toContain('1 document (1 added)');
      expect(arbiter('search', 'who lit the lamp').stdout).toContain('lamp.md');
      const asked = arbiter('ask', 'Who lit the lamp of the tower?', '--json');
      expect(JSON.parse(asked.stdout)).toMatchObject({ status: 'answered', citations: [{ marker: 1 }] });
    },
    3 * COMMAND_MS,
  );

  it(
    'says that evaluations for developers need a clone',
    () => {
      const { status, stdout, stderr } = arbiter('eval', 'classify', '--file', 'questions.jsonl');
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('This evaluation is for developers');
      expect(arbiter('eval', '--help').stdout).not.toContain('classify');
    },
    2 * COMMAND_MS,
  );

  it(
    'has the sample domain',
    () => {
      expect(arbiter('domain').stdout).toContain('lantern-coast');
    },
    COMMAND_MS,
  );
});
