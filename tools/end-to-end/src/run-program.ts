import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { childEnvironment } from './environment.js';
import type { ProcessExit } from './processes.js';

export interface ProgramOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** Laid over what every program needs. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Bytes on the standard input; none closes it at once. */
  readonly stdin?: Uint8Array;
  /** Runs as this user; only the administrator may ask for it. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Largest file it may write, in blocks as `ulimit -f` counts them: a disk that fills up. */
  readonly fileBlocks?: number;
  /** Killed after this. Default 90 s. */
  readonly timeoutMs?: number;
}

/** How a program ended and everything that it wrote. */
export interface ProgramRun extends ProcessExit {
  readonly stdout: string;
  readonly stderr: string;
}

const TIMEOUT_MS = 90_000;

/** Runs a program to its end. */
export async function runProgram(options: ProgramOptions): Promise<ProgramRun> {
  const { args = [], env, cwd, stdin = new Uint8Array(), user, fileBlocks, timeoutMs = TIMEOUT_MS } = options;
  const asked = [options.command, ...args];
  const [command = '', ...rest] =
    fileBlocks === undefined ? asked : ['sh', '-c', `ulimit -f ${fileBlocks} && exec "$@"`, 'sh', ...asked];
  const child = spawn(command, rest, {
    ...(cwd !== undefined && { cwd }),
    ...user,
    env: childEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<ProcessExit>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  // A program that refuses before it has read everything closes the pipe: no matter.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const [stdout, stderr, exit] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  return { ...exit, stdout: stdout.toString('utf8'), stderr };
}
