import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Between two questions, in milliseconds: far below what counts as a stall. */
const PAUSE_MS = 5;
/** A hang guard, no measure. */
const LONGEST_WAIT_MS = 300_000;

/** Asks a server again and again, on a connection of its own, whether it lives. */
export class LoopProbe {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** @param url of the server, @param pid of its process on this machine */
  constructor(
    private readonly url: string,
    private readonly pid: number,
  ) {}

  /**
   * Asks while work is under way.
   *
   * @returns the longest wait for `GET /health/live`, in milliseconds, as it is on idle cores: no longer than the server's main
   *   thread computed meanwhile, since whatever else the wait was, other programs or the machine were the cause
   * @throws what the work throws
   */
  async during(work: () => Promise<unknown>): Promise<number> {
    await this.ask();
    let isUnderWay = true;
    const done = work().finally(() => (isUnderWay = false));
    // It is awaited below; until then it must not count as unhandled.
    done.catch(() => undefined);
    let longest = 0;
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- set by the callback above
    while (isUnderWay) {
      longest = Math.max(longest, await this.ask());
      await delay(PAUSE_MS);
    }
    await done;
    return longest;
  }

  close(): void {
    this.agent.destroy();
  }

  /** @returns milliseconds */
  private async ask(): Promise<number> {
    const [begun, computed] = [performance.now(), this.computed()];
    await new Promise<void>((resolve, reject) => {
      request(`${this.url}/health/live`, { agent: this.agent, timeout: LONGEST_WAIT_MS }, (response) => {
        response.resume().once('end', resolve);
      })
        .once('error', reject)
        .end();
    });
    return Math.min(performance.now() - begun, this.computed() - computed);
  }

  /** Milliseconds that the main thread has been on a processor (proc(5), schedstat); Infinity where the system does not tell. */
  private computed(): number {
    try {
      return Number(readFileSync(`/proc/${this.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
    } catch {
      return Infinity;
    }
  }
}
