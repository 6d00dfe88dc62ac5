import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';
import { hasCode } from './filesystem-error.js';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.js';

/** Times that another process may get in between before it is taken for the owner. */
const ATTEMPTS = 20;

const LockRecord = z.object({
  /** Null once the owner has let go. */
  pid: z.int().min(1).nullable(),
  bootId: z.string().nullable(),
  startTicks: z.string().nullable(),
  /** Drawn by the owner; tells its record from any other. */
  token: z.string(),
  /** RFC 3339. */
  startedAt: z.string(),
  url: z.string().optional(),
  /** Of a server that does not answer yet; gone once it has a URL. */
  starting: z.boolean().optional(),
});
type LockRecord = z.output<typeof LockRecord>;

/** The live process that writes to a data directory. */
export interface LockOwner {
  readonly pid: number;
  /** Where it answers, when it is a server that has said so. */
  readonly url?: string;
  /** A server that is on its way to having a URL. */
  readonly starting: boolean;
  /** RFC 3339. */
  readonly startedAt: string;
}

/**
 * A lock between processes of one machine that a dead owner cannot keep.
 *
 * The folder holds one record per generation, `<generation>.json`, made with link(2): complete at once, and by one process
 * only. The record of the highest generation names the owner. Whoever finds it dead or released makes the next
 * generation; a record is never taken away to free the lock, so two processes that both find a dead owner cannot both
 * win. The highest record stays after a release; lower ones are swept.
 */
export class DirectoryLock {
  private constructor(
    private readonly folder: string,
    private readonly generation: number,
    private record: LockRecord,
  ) {}

  /**
   * @param startedAt RFC 3339
   * @throws ArbiterError CONFLICT when a live process holds it; the system's error when the folder cannot be written
   */
  static async acquire(
    folder: string,
    {
      startedAt,
      url,
      starting = false,
      newToken = randomUUID,
    }: { startedAt: string; url?: string; starting?: boolean; newToken?: () => string },
  ): Promise<DirectoryLock> {
    await mkdir(folder, { recursive: true, ...PRIVATE_FOLDER });
    const record: LockRecord = {
      ...(await identifyThisProcess()),
      token: newToken(),
      startedAt,
      ...(url === undefined ? {} : { url }),
      ...(starting && { starting }),
    };
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const highest = await highestGeneration(folder);
      const owner = await liveOwner(folder, highest);
      if (owner) throw inUse(owner);
      const lock = new DirectoryLock(folder, highest + 1, record);
      if (await lock.#take()) return lock;
    }
    throw new ArbiterError('CONFLICT', 'Other processes keep taking the lock of the data directory; try again.');
  }

  /** Tells other processes where this one answers. */
  async setUrl(url: string): Promise<void> {
    this.record = { ...this.record, url, starting: undefined };
    await this.#replace(this.record);
  }

  /** Lets go. Never rejects: a record that cannot be changed (full disk) belongs to a dead process soon. */
  async release(): Promise<void> {
    await this.#replace({ ...this.record, pid: null }).catch(() => undefined);
  }

  /** @returns false when another process was faster */
  async #take(): Promise<boolean> {
    const candidate = join(this.folder, `${this.record.token}.candidate`);
    await writeFile(candidate, JSON.stringify(this.record), { flush: true, ...PRIVATE_FILE });
    try {
      await link(candidate, recordPath(this.folder, this.generation));
    } catch (error) {
      if (hasCode(error, 'EEXIST', 'ENOENT')) return false;
      throw error;
    } finally {
      await rm(candidate, { force: true });
    }
    // This generation may have been made and swept long ago; then a higher one is there.
    if ((await highestGeneration(this.folder)) !== this.generation) {
      await rm(recordPath(this.folder, this.generation), { force: true });
      return false;
    }
    await this.#sweep();
    return true;
  }

  async #sweep(): Promise<void> {
    const lower = (await generations(this.folder)).filter((generation) => generation < this.generation);
    for (const generation of lower) await rm(recordPath(this.folder, generation), { force: true });
  }

  async #replace(record: LockRecord): Promise<void> {
    const candidate = join(this.folder, `${record.token}.candidate`);
    await writeFile(candidate, JSON.stringify(record), { flush: true, ...PRIVATE_FILE });
    await rename(candidate, recordPath(this.folder, this.generation));
  }
}

/** @returns the holder of this folder's lock; null if no live process holds it, or the folder is not there */
export async function readOwner(folder: string): Promise<LockOwner | null> {
  return liveOwner(folder, await highestGeneration(folder));
}

async function liveOwner(folder: string, generation: number): Promise<LockOwner | null> {
  const record = await readRecord(recordPath(folder, generation));
  if (record?.pid == null || !(await isAlive({ ...record, pid: record.pid }))) return null;
  const { pid, startedAt, url, starting = false } = record;
  return { pid, startedAt, starting, ...(url === undefined ? {} : { url }) };
}

/** @returns null for a record that is not there or, after a power failure, not whole */
async function readRecord(path: string): Promise<LockRecord | null> {
  try {
    return LockRecord.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError || hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** @returns 0 when there is none */
async function highestGeneration(folder: string): Promise<number> {
  return Math.max(0, ...(await generations(folder)));
}

async function generations(folder: string): Promise<number[]> {
  try {
    return (await readdir(folder)).flatMap((name) => {
      const digits = /^(\d+)\.json$/.exec(name)?.[1];
      return digits === undefined ? [] : [Number(digits)];
    });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

function recordPath(folder: string, generation: number): string {
  return join(folder, `${generation}.json`);
}

function inUse({ pid, url, startedAt }: LockOwner): ArbiterError {
  const where = url === undefined ? '' : `, which answers at ${url}`;
  const remedy = url === undefined ? 'Wait for it, stop it' : 'Send your request there, stop it';
  return new ArbiterError(
    'CONFLICT',
    `The data directory is in use by process ${pid}${where}. ${remedy}, or set ARBITER_DATA_DIR to another folder.`,
    { details: { pid, startedAt, ...(url === undefined ? {} : { url }) } },
  );
}

/**
 * Tells a process from a later one with the same number. Both texts are null where the system does not offer them; then
 * the number alone decides.
 */
interface ProcessIdentity {
  readonly pid: number;
  /** Names this run of the machine: a process number from before a restart is void. */
  readonly bootId: string | null;
  /** Clock ticks from the start of the machine to that of the process. */
  readonly startTicks: string | null;
}

async function identifyThisProcess(): Promise<ProcessIdentity> {
  const stat = await processStat(process.pid);
  return { pid: process.pid, bootId: await bootId(), startTicks: stat === null ? null : stat.startTicks };
}

/** @returns true as long as that very process runs; a zombie does not */
async function isAlive({ pid, bootId: boot, startTicks }: ProcessIdentity): Promise<boolean> {
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
