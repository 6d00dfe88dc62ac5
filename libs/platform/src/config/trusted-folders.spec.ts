import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfigFile } from './read-config-file.js';
import { describeIgnored, TrustedFolders, userConfigFolder } from './trusted-folders.js';

let root: string;
let clone: string;
let env: Record<string, string>;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'arbiter-trust-')));
  clone = join(root, 'clone');
  mkdirSync(clone);
  env = { HOME: root };
});
afterEach(() => rmSync(root, { recursive: true }));

describe('TrustedFolders', () => {
  it('trusts nothing that nobody has named, but the folder that the program itself comes from', () => {
    const sut = new TrustedFolders(env);
    expect(sut.list()).toEqual([]);
    expect(sut.has(clone)).toBe(false);
    expect(sut.has(join(import.meta.dirname, '../../../..'))).toBe(true);
  });

  it('remembers a folder by its real place, and forgets it', () => {
    const sut = new TrustedFolders(env);
    symlinkSync(clone, join(root, 'link'));
    expect(sut.add(join(root, 'link'))).toBe(clone);
    expect(new TrustedFolders(env).list()).toEqual([clone]);
    expect(sut.has(relative(process.cwd(), clone))).toBe(true);
    expect(sut.remove(join(root, 'link'))).toBe(true);
    expect(sut.has(clone)).toBe(false);
    expect(sut.remove(clone)).toBe(false);
  });

  it('trusts neither what lies in a trusted folder nor what lies above it', () => {
    mkdirSync(join(clone, 'inner'));
    const sut = new TrustedFolders(env);
    sut.add(clone);
    expect([join(clone, 'inner'), root].map((folder) => sut.has(folder))).toEqual([false, false]);
  });

  it.each([
    ['settings that changed', 'config.yaml'],
    ['code of a pack that changed', 'domains/boats/tools/knots.mjs'],
    ['code that came to it', 'domains/boats/tools/deep/new.ts'],
    ['a pack that came with code', 'domains/storms/tools/new.js'],
    ['code of a folder that is a pack itself', 'domains/tools/new.mts'],
  ])('asks anew about %s', (_, path) => {
    const put = (name: string, text: string): void => {
      mkdirSync(dirname(join(clone, name)), { recursive: true });
      writeFileSync(join(clone, name), text);
    };
    put('config.yaml', 'common: {}');
    put('domains/boats/tools/knots.mjs', 'export class Knots {}');
    const sut = new TrustedFolders(env);
    sut.add(clone);
    put('domains/boats/documents/rope.md', 'Rope is made of hemp.');
    put('domains/boats/prompts/answer.md', 'Answer.');
    expect(sut.has(clone)).toBe(true);
    put(path, 'changed');
    expect([sut.has(clone), sut.list()]).toEqual([false, [clone]]);
    sut.add(clone);
    expect(new TrustedFolders(env).has(clone)).toBe(true);
  });

  it('asks anew about a folder that an earlier version has trusted by its name alone', () => {
    const sut = new TrustedFolders(env);
    mkdirSync(join(root, '.config/arbiter'), { recursive: true });
    writeFileSync(join(root, '.config/arbiter/trusted-folders.json'), JSON.stringify({ version: 1, folders: [clone] }));
    expect(sut.has(clone)).toBe(false);
    sut.add(clone);
    expect(sut.has(clone)).toBe(true);
  });

  it('forgets a folder that is gone', () => {
    const sut = new TrustedFolders(env);
    sut.add(clone);
    rmSync(clone, { recursive: true });
    expect(sut.remove(clone)).toBe(true);
  });

  it('can be read and written by its user alone, and says when it is torn', () => {
    const sut = new TrustedFolders(env);
    sut.add(clone);
    const file = join(root, '.config/arbiter/trusted-folders.json');
    const contents = { [clone]: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, folders: [clone], contents });
    chmodSync(file, 0o600);
    writeFileSync(file, '{');
    expect(() => sut.has(clone)).toThrow(`${file} is no list of trusted folders`);
  });

  it('says that there is no such folder, and no home to remember one in', () => {
    expect(() => new TrustedFolders(env).add(join(root, 'none'))).toThrow('There is no folder');
    expect(() => new TrustedFolders({}).add(clone)).toThrow('set HOME or XDG_CONFIG_HOME');
  });
});

describe('userConfigFolder', () => {
  it.each([
    [{ XDG_CONFIG_HOME: '/x', HOME: '/h' }, '/x/arbiter'],
    [{ XDG_CONFIG_HOME: 'x', HOME: '/h' }, '/h/.config/arbiter'],
    [{ XDG_CONFIG_HOME: '', HOME: '/h' }, '/h/.config/arbiter'],
    [{ HOME: '.' }, null],
    [{}, null],
  ])('for %j is %p', (surroundings, folder) => {
    expect(userConfigFolder(surroundings)).toBe(folder);
  });
});

describe('the configuration file', () => {
  const read = (surroundings: Record<string, string> = env, named?: string) => {
    const { file, ignored } = readConfigFile(clone, surroundings, named);
    return { path: file?.path ?? null, ignored };
  };

  it('of a folder is left alone until the folder is trusted, whole, and is named then', () => {
    const here = join(clone, 'config.yaml');
    writeFileSync(here, 'this is: [no configuration');
    expect(read()).toEqual({ path: null, ignored: here });
    expect(describeIgnored(here)).toContain(`arbiter trust ${clone}`);
    writeFileSync(here, 'common: {}');
    new TrustedFolders(env).add(clone);
    expect(read()).toEqual({ path: here, ignored: null });
  });

  it('of the user holds where no trusted folder has one', () => {
    const own = join(root, '.config/arbiter/config.yaml');
    mkdirSync(join(root, '.config/arbiter'), { recursive: true });
    writeFileSync(own, 'common: {}');
    expect(read()).toEqual({ path: own, ignored: null });
    writeFileSync(join(clone, 'config.yaml'), 'common: {}');
    expect(read()).toEqual({ path: own, ignored: join(clone, 'config.yaml') });
  });

  it('that is named holds, wherever it lies', () => {
    const here = join(clone, 'config.yaml');
    writeFileSync(here, 'common: {}');
    expect(read({ ...env, ARBITER_CONFIG: 'config.yaml' })).toEqual({ path: here, ignored: null });
    expect(read(env, here)).toEqual({ path: here, ignored: null });
  });
});
