import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How often a folder that is being filled is looked at, in milliseconds. */
const INTERVAL_MS = 500;

/**
 * Aborts when a folder grows past a limit, which the program that fills it does not know.
 *
 * @param limit bytes
 * @param reason of the abort
 */
export function watchSize(
  folder: string,
  {
    limit,
    reason,
    intervalMs = INTERVAL_MS,
  }: { readonly limit: number; readonly reason: Error; readonly intervalMs?: number },
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void sizeOf(folder)
      .then((size) => {
        if (size > limit) controller.abort(reason);
      })
      .finally(() => {
        looking = false;
      });
  }, intervalMs);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

/** Files come and go while they are counted; what has gone takes no room. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
  let size = 0;
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found?.isFile()) size += found.size;
  }
  return size;
}
