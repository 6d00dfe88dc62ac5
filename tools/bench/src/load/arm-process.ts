import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';

const PATIENCE_MS = 120_000;
const POLL_MS = 100;
const STOP_MS = 15_000;

export interface ArmLaunch {
  /** Folder of `apps`. */
  readonly app: string;
  /** Variable with its port; absent for a program that chooses one itself. */
  readonly portVariable?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Processor that it is bound to (`taskset`); absent: any. */
  readonly core?: number;
  /** Of Node, before the program. */
  readonly nodeOptions?: readonly string[];
  /** Program with its arguments in the place of the app's own. */
  readonly program?: readonly [path: string, ...args: string[]];
}

/** One built arm, or a program in its place, as a process of its own, on a port that the system chooses. */
export class ArmProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @throws ArbiterError when it ends or hangs before it is ready */
  static async start({ app, portVariable, env, core, nodeOptions = [], program }: ArmLaunch): Promise<ArmProcess> {
    const main: readonly string[] = program ?? [
      fileURLToPath(new URL(`../../../../apps/${app}/dist/main.js`, import.meta.url)),
    ];
    const [command = process.execPath, ...args] = [
      ...(core === undefined ? [] : ['taskset', '-c', `${core}`]),
      process.execPath,
      ...nodeOptions,
      ...main,
    ];
    const child = spawn(command, args, {
      env: { PATH: process.env.PATH ?? '', ...(portVariable !== undefined && { [portVariable]: '0' }), ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const url = await addressOf(child, app);
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const response = await fetch(`${url}/health/ready`, { signal: deadline }).catch(() => null);
      if (response?.ok === true) return new ArmProcess(child, url);
      if (deadline.aborted) {
        child.kill('SIGKILL');
        throw new ArbiterError('DEADLINE_EXCEEDED', `${app} did not get ready.`);
      }
      await delay(POLL_MS);
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const late = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(late);
  }
}

function addressOf(child: ChildProcess, app: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = '';
    child.stdout?.on('data', (piece: Buffer) => {
      if (written.length < 65_536) written += piece.toString();
      const address = /"url":"(http[^"]+)"/.exec(written)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new ArbiterError('UNAVAILABLE', `${app} ended early: ${written.slice(-500)}`)));
  });
}
