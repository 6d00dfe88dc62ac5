import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface ChildOptions {
  /** Words put before `node`, such as `['prlimit', '--fsize=1000']`. */
  readonly prefix?: readonly string[];
  /** Laid over the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A process of its own that runs a script of this folder; it takes and gives one JSON value a line. */
export class Child {
  private readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly lines: AsyncIterator<string>;
  private stderr = '';
  readonly exited: Promise<void>;

  constructor(script: string, args: readonly string[], { prefix = [], env = {} }: ChildOptions = {}) {
    const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
    const [command = process.execPath, ...rest] = [
      ...prefix,
      process.execPath,
      ...['--import', new URL('../../../../tools/jest/register.mjs', import.meta.url).href],
      ...[here(script), ...args],
    ];
    this.process = spawn(command, rest, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.process.stderr.on('data', (data: Buffer) => (this.stderr += data.toString()));
    this.exited = new Promise((resolve) => this.process.once('exit', () => resolve()));
  }

  /** @returns the next line; rejects when the process ends first */
  async read(): Promise<unknown> {
    const line = await this.lines.next();
    if (line.done) throw new Error(`The child process ended early.\n${this.stderr}`);
    return JSON.parse(line.value);
  }

  /** Sends a line and waits for the next one that comes back. */
  ask(message: unknown): Promise<unknown> {
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
    return this.read();
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }
}
