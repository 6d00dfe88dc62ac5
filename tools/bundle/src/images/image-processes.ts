import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';

const POLL_MS = 100;
const ATTEMPT_MS = 2_000;

/** What a program needs to run at all; variables of the developer must not decide a test. */
export function environmentOf(told: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...told };
}

export interface ImageProcess {
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface ImageProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly readyUrl: string;
  readonly timeoutMs: number;
}

/** Processes of images that a spec starts; `stopAll` ends what is left of them. */
export class ImageProcesses {
  private readonly running = new Set<ChildProcess>();

  /** @throws ArbiterError UNAVAILABLE with its output when it ends first or is not ready in time */
  async start({ command, args, cwd, env, readyUrl, timeoutMs }: ImageProcessOptions): Promise<ImageProcess> {
    const child = spawn(command, [...args], { cwd, env: environmentOf(env), stdio: ['ignore', 'pipe', 'pipe'] });
    this.running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    const ended = once(child, 'close').then(() => this.running.delete(child));
    const deadline = AbortSignal.timeout(timeoutMs);
    while (!(await answers(readyUrl))) {
      if (child.exitCode !== null || deadline.aborted)
        throw new ArbiterError('UNAVAILABLE', `${args.join(' ')} in ${cwd} did not become ready.\n${output}`);
      await delay(POLL_MS);
    }
    return {
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
        return { code: child.exitCode, signal: child.signalCode };
      },
    };
  }

  async stopAll(): Promise<void> {
    const ends = [...this.running].map(async (child) => {
      const end = once(child, 'close');
      child.kill('SIGKILL');
      await end;
    });
    await Promise.all(ends);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(ATTEMPT_MS) })).ok;
  } catch {
    // Nobody listens yet.
    return false;
  }
}
