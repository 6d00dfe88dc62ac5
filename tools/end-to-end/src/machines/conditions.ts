import { spawnSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { copyInstallation } from '../copy-installation.js';
import { WORKSPACE, type Installation } from '../installation.js';
import { reasonAgainstNobody } from '../nobody.js';

/** What a program is run with to meet a machine unlike the developer's. */
export interface Surroundings {
  /** Words before `node`, which change what the program may do. */
  readonly prefix?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Another clone than this one. */
  readonly installation?: Installation;
  /** Another `node` than the one that runs this. */
  readonly node?: string;
}

export interface Condition {
  readonly name: string;
  /** Why it cannot be had here; null when it can. */
  readonly missing?: () => string | null;
  /** @param folder empty, for whatever it needs */
  readonly arrange: (folder: string) => Promise<Surroundings> | Surroundings;
}

/** Whoever reads it there cannot be mistaken for a folder that is merely missing. */
const NOWHERE = '/nonexistent';
const NOBODY = ['setpriv', '--reuid', 'nobody', '--regid', 'nogroup', '--clear-groups'];
const MEMORY = ['systemd-run', '--scope', '--quiet', '--property', 'MemoryMax=2G'];

const wrapped = (prefix: readonly string[]): Pick<Condition, 'missing' | 'arrange'> => ({
  missing: () => reasonAgainst(prefix),
  arrange: () => ({ prefix }),
});

/** Told from the outside what a program is run in; nothing of the program is changed. */
export const CONDITIONS: readonly Condition[] = [
  { name: 'as it is', arrange: () => ({}) },
  { name: 'one core', ...wrapped(['taskset', '--cpu-list', '0']) },
  { name: '2 GiB of memory', ...wrapped(MEMORY) },
  { name: 'LANG=C', arrange: () => ({ env: { LANG: 'C', LC_ALL: 'C' } }) },
  { name: 'TZ=Pacific/Chatham', arrange: () => ({ env: { TZ: 'Pacific/Chatham' } }) },
  { name: 'HOME not set', ...wrapped(['env', '-u', 'HOME']) },
  { name: 'HOME that is not there', arrange: () => ({ env: { HOME: NOWHERE } }) },
  { name: 'TMPDIR that is not there', arrange: () => ({ env: { TMPDIR: NOWHERE } }) },
  { name: 'umask 077', ...wrapped(shell('umask 077')) },
  { name: 'no program but node on PATH', arrange: async (folder) => ({ env: { PATH: await onlyNode(folder) } }) },
  { name: 'no /dev/shm', ...wrapped(['unshare', '--mount', ...shell('umount /dev/shm')]) },
  {
    name: 'another user, who owns nothing',
    missing: () => reasonAgainst(NOBODY) ?? reasonAgainstNobody(WORKSPACE.arbiterPath),
    arrange: () => ({ prefix: NOBODY, env: { HOME: NOWHERE } }),
  },
  {
    name: 'a path with spaces and umlauts',
    arrange: async (folder) => {
      const odd = join(folder, 'Prüf läufe', 'Ärbiter (2)');
      await mkdir(odd, { recursive: true });
      return { installation: await copyInstallation(odd) };
    },
  },
];

/** The same clone by another Node.js. @param node path of its program */
export function withNode(node: string): Condition {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return {
    name: `Node.js ${status === 0 ? stdout.trim() : node}`,
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
