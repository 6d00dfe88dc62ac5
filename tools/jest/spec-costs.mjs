// What a spec file costs: seconds of the clock and of processors, its programs and threads included.
import { readFileSync } from 'node:fs';

/** Clock ticks per second in /proc; fixed for user space (`man 7 time`, USER_HZ). */
const TICKS_PER_SECOND = 100;

/**
 * Processor time of this process so far, in ms, and of the children that it has waited for. Only Linux tells of children;
 * elsewhere it is that of the process alone.
 */
export function processorMs() {
  try {
    // The second field is a name in parentheses, which may hold spaces; utime is the 14th field, cstime the 17th.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return (ticks * 1000) / TICKS_PER_SECOND;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** Starts measuring; the function that it returns gives what was used since. */
export function startMeasuring() {
  const [clockBefore, processorBefore] = [performance.now(), processorMs()];
  return () => ({
    clockMs: Math.round(performance.now() - clockBefore),
    processorMs: Math.round(processorMs() - processorBefore),
  });
}
