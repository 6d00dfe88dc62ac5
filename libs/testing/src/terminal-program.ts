import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { ArbiterError } from '@arbiter/contracts';
import { until } from './until.js';

/** A start on a busy machine takes its time. */
const PATIENCE_MS = 60_000;

/** Whether this machine has util-linux, whose `script` is a terminal that a program can sit at. */
export function hasTerminal(): boolean {
  return spawnSync('script', ['--version']).status === 0;
}

/** A program at a terminal, with someone who reads before typing. Needs {@link hasTerminal}. */
export class TerminalProgram {
  /** Everything that it has shown, with the terminal's control sequences. */
  shown = '';
  readonly ended: Promise<number | null>;
  readonly #program: ChildProcess;
  /** Of `shown`, what was waited for already. */
  #read = 0;

  /** @param command words without anything special for a shell */
  constructor(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { PATH } = process.env;
    this.#program = spawn('script', ['-qefc', command.join(' '), '/dev/null'], {
      env: { ...(PATH !== undefined && { PATH }), TERM: 'xterm', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#program.stdout?.setEncoding('utf8').on('data', (text: string) => (this.shown += text));
    this.ended = once(this.#program, 'close').then(([code]) => code as number | null);
  }

  type(keys: string): void {
    this.#program.stdin?.write(keys);
  }

  /** Until it shows that, after what was waited for before. @throws ArbiterError when it ends first or takes too long */
  async sees(what: string): Promise<void> {
    const found = () => this.shown.includes(what, this.#read);
    const hasEnded = () => this.#program.exitCode !== null;
    await until(() => found() || hasEnded(), { timeoutMs: PATIENCE_MS }).catch(() => undefined);
    if (!found()) throw new ArbiterError('UNAVAILABLE', `There is no ${what}: ${JSON.stringify(this.unread)}`);
    this.#read = this.shown.indexOf(what, this.#read) + what.length;
  }

  /** What it has shown since. */
  get unread(): string {
    return this.shown.slice(this.#read);
  }

  leave(): void {
    this.#program.kill('SIGKILL');
  }
}
