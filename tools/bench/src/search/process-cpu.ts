import { readdir, readFile } from 'node:fs/promises';

/** Processor time of one thread since it began. */
export interface ThreadTime {
  /** As the system names it, at most 15 characters: threads of Node are "node", those of a library bear its name. */
  readonly name: string;
  readonly cpuMs: number;
}

/** Linux counts in hundredths of a second on every platform that Node runs on (`getconf CLK_TCK`). */
const TICK_MS = 10;

/** Where a line of /proc/…/stat holds user and system time, counted after the name. */
const [USER_TIME, SYSTEM_TIME] = [11, 12];

/**
 * Processor time of every thread of a process, by thread id; the first thread has the id of the process.
 *
 * @returns empty where there is no /proc
 */
export async function threadTimes(pid: number): Promise<ReadonlyMap<number, ThreadTime>> {
  const folder = `/proc/${pid}/task`;
  const ids = await readdir(folder).catch(() => []);
  const lines = await Promise.all(
    // A thread may end between the listing and the reading.
    ids.map(async (id) => [Number(id), await readFile(`${folder}/${id}/stat`, 'utf8').catch(() => '')] as const),
  );
  return new Map(lines.flatMap(([id, line]) => entryOf(id, line)));
}

/** @returns milliseconds that passed for each thread; one that began in between counts from its beginning */
export function passedTimes(
  before: ReadonlyMap<number, ThreadTime>,
  after: ReadonlyMap<number, ThreadTime>,
): ReadonlyMap<number, ThreadTime> {
  return new Map(
    [...after].map(([id, { name, cpuMs }]) => [id, { name, cpuMs: cpuMs - (before.get(id)?.cpuMs ?? 0) }]),
  );
}

/** @returns resident memory in bytes, now and at its highest; null where there is no /proc */
export async function residentMemory(pid: number): Promise<{ now: number; peak: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024;
  return status === '' ? null : { now: kilobytes('VmRSS'), peak: kilobytes('VmHWM') };
}

/** The name stands in parentheses and may hold any character, so fields are counted from behind it. */
function entryOf(id: number, line: string): [number, ThreadTime][] {
  const match = /^\d+ \((.*)\) (.*)$/s.exec(line);
  if (!match) return [];
  const [, name = '', rest = ''] = match;
  const fields = rest.split(' ');
  const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]);
  return [[id, { name, cpuMs: ticks * TICK_MS }]];
}
