import { readFile } from 'node:fs/promises';
import { hasCode } from '../filesystem-error.js';

/**
 * Tells a process from a later one with the same number. Both texts are null where the system does not offer them; then
 * the number alone decides.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Names this run of the machine: a number from before a restart belongs to nobody. */
  readonly bootId: string | null;
  /** Clock ticks from the start of the machine to that of the process. */
  readonly startTicks: string | null;
}

export async function identifyThisProcess(): Promise<ProcessIdentity> {
  const stat = await processStat(process.pid);
  return { pid: process.pid, bootId: await bootId(), startTicks: stat === null ? null : stat.startTicks };
}

/** @returns true as long as that very process runs; a zombie does not */
export async function isAlive({ pid, bootId: boot, startTicks }: ProcessIdentity): Promise<boolean> {
  const currentBoot = await bootId();
  if (boot !== null && currentBoot !== null && boot !== currentBoot) return false;
  const stat = await processStat(pid);
  if (stat === null) return answersToSignals(pid);
  if (stat.state === 'Z' || stat.state === 'X') return false;
  return startTicks === null || stat.startTicks === startTicks;
}

/** Fields 3 (state) and 22 (starttime) of proc_pid_stat(5). Null where there is no such process or no /proc. */
async function processStat(pid: number): Promise<{ readonly state: string; readonly startTicks: string } | null> {
  const stat = await readOrNull(`/proc/${pid}/stat`);
  // Field 2 is the command in parentheses and may hold spaces and parentheses itself.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields?.[0], fields?.[19]];
  return state === undefined || startTicks === undefined ? null : { state, startTicks };
}

async function bootId(): Promise<string | null> {
  return (await readOrNull('/proc/sys/kernel/random/boot_id'))?.trim() ?? null;
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
}

/** kill(pid, 0): nothing is sent; EPERM means that there is one, of another user. */
function answersToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
