import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Installation, WORKSPACE } from '../installation.js';
import { reasonAgainstNobody } from '../nobody.js';

/** Settings that let a program run as on a machine unlike the developer's. */
export interface Surroundings {
  /** Words before `node`, which change what the program may do. */
  readonly prefix?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Another clone than this one. */
  readonly installation?: Installation;
  /** Another `node` than the one that runs this. */
  readonly node?: string;
  /** Takes away, after the program has ended, what was made for it outside of its folder. */
  readonly leave?: () => void;
}

export interface Condition {
  readonly name: string;
  /** How it is made, for people. */
  readonly toldBy: string;
  /** Why it cannot be had here; null when it can. */
  readonly missing?: () => string | null;
  /** @param folder empty, for whatever it needs */
  readonly arrange: (folder: string) => Promise<Surroundings> | Surroundings;
}

/** A conventional name, which cannot be mistaken for a folder that is merely missing. */
const NOWHERE = '/nonexistent';
const NOBODY = ['setpriv', '--reuid', 'nobody', '--regid', 'nogroup', '--clear-groups'];
const TWO_GIB = 2 * 1_024 ** 3;

/** Where control groups limit memory: version 1, or 2. */
const MEMORY_GROUPS = existsSync('/sys/fs/cgroup/memory')
  ? { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' }
  : { folder: '/sys/fs/cgroup', limit: 'memory.max' };

const wrapped = (prefix: readonly string[]): Pick<Condition, 'missing' | 'arrange'> => ({
  missing: () => reasonAgainst(prefix),
  arrange: () => ({ prefix }),
});

/** The conditions are imposed from outside; nothing in the program is changed. */
export const CONDITIONS: readonly Condition[] = [
  { name: 'as it is', toldBy: 'nothing', arrange: () => ({}) },
  { name: 'one core', toldBy: '`taskset`', ...wrapped(['taskset', '--cpu-list', '0']) },
  {
    name: '2 GiB of memory',
    toldBy: 'a control group',
    missing: () => {
      const group = limitedGroup();
      if (group === null) return 'control groups are not allowed here';
      rmdirSync(group);
      return null;
    },
    arrange: () => {
      const group = limitedGroup() ?? MEMORY_GROUPS.folder;
      return { prefix: shell(`echo $$ > ${group}/cgroup.procs`), leave: () => rmdirSync(group) };
    },
  },
  { name: 'LANG=C', toldBy: 'LANG, LC_ALL', arrange: () => ({ env: { LANG: 'C', LC_ALL: 'C' } }) },
  { name: 'another time zone', toldBy: 'TZ=Pacific/Chatham', arrange: () => ({ env: { TZ: 'Pacific/Chatham' } }) },
  { name: 'HOME not set', toldBy: '`env -u HOME`', ...wrapped(['env', '-u', 'HOME']) },
  { name: 'HOME that is not there', toldBy: `HOME=${NOWHERE}`, arrange: () => ({ env: { HOME: NOWHERE } }) },
  {
    name: 'HOME read-only',
    toldBy: 'a mount of its own',
    missing: () => reasonAgainst(['unshare', '--mount', 'true']),
    arrange: (folder) => ({
      prefix: ['unshare', '--mount', ...shell('mount -t tmpfs -o ro tmpfs "$HOME"')],
      env: { HOME: folder },
    }),
  },
  { name: 'TMPDIR that is not there', toldBy: `TMPDIR=${NOWHERE}`, arrange: () => ({ env: { TMPDIR: NOWHERE } }) },
  { name: 'umask 077', toldBy: '`umask`', ...wrapped(shell('umask 077')) },
  {
    name: 'no git, no program but node',
    toldBy: 'PATH',
    arrange: async (folder) => ({ env: { PATH: await onlyNode(folder) } }),
  },
  {
    name: 'no /dev/shm',
    toldBy: '`umount`, in a name space of its own',
    ...wrapped(['unshare', '--mount', ...shell('umount /dev/shm')]),
  },
  {
    name: 'another user, who owns nothing',
    toldBy: '`setpriv`',
    missing: () => reasonAgainst(NOBODY) ?? reasonAgainstNobody(WORKSPACE.arbiterPath),
    arrange: () => ({ prefix: NOBODY, env: { HOME: NOWHERE } }),
  },
  {
    name: 'a path with spaces and umlauts',
    toldBy: 'a clone there',
    arrange: async (folder) => ({ installation: await cloneInto(join(folder, 'Prüf läufe', 'Ärbiter (2)')) }),
  },
  {
    name: 'a clone below a folder that other users may not enter',
    toldBy: 'mode 0700',
    arrange: async (folder) => {
      const installation = await cloneInto(join(folder, 'private', 'arbiter'));
      await chmod(join(folder, 'private'), 0o700);
      return { installation };
    },
  },
];

/** The same clone by another Node.js. @param node path of its program */
export function withNode(node: string): Condition {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return {
    name: `Node.js ${status === 0 ? stdout.trim() : node}`,
    toldBy: '`--node`',
    missing: () => (status === 0 ? null : `${node} does not run`),
    arrange: () => ({ node }),
  };
}

/** Everything at once that the environment alone decides. */
export async function bareSurroundings(folder: string): Promise<Surroundings> {
  const env = { LANG: 'C', LC_ALL: 'C', TZ: 'Pacific/Chatham', HOME: NOWHERE, TMPDIR: NOWHERE };
  return { env: { ...env, PATH: await onlyNode(folder) } };
}

/** A step of the shell before the program, which takes its place. */
function shell(step: string): string[] {
  return ['sh', '-c', `${step} && exec "$@"`, 'sh'];
}

/** @returns the folder of a new control group, or null where there can be none */
function limitedGroup(): string | null {
  const group = join(MEMORY_GROUPS.folder, `arbiter-machines-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, MEMORY_GROUPS.limit), String(TWO_GIB));
    return group;
  } catch {
    // The files in it are the kernel's.
    if (existsSync(group)) rmdirSync(group);
    return null;
  }
}

/** Contents of a clone after the build, third-party packages included. */
const CLONED = ['apps', 'libs', 'domains', 'node_modules', 'package.json'];

/** Files are linked to where the disk allows it: there are 100,000, and a run changes none. */
async function cloneInto(folder: string): Promise<Installation> {
  await mkdir(folder, { recursive: true });
  const parts = CLONED.map((part) => join(WORKSPACE.root, part));
  const linked = spawnSync('cp', ['-al', ...parts, folder]);
  if (linked.status !== 0) spawnSync('cp', ['-a', '--remove-destination', ...parts, folder]);
  return new Installation(folder);
}

async function onlyNode(folder: string): Promise<string> {
  await symlink(process.execPath, join(folder, 'node'));
  return folder;
}

function reasonAgainst(prefix: readonly string[]): string | null {
  const [command = '', ...rest] = prefix;
  const { status, error } = spawnSync(command, [...rest, process.execPath, '--version']);
  if (status === 0) return null;
  return error ? `there is no ${command} here` : `${command} is not allowed here`;
}
