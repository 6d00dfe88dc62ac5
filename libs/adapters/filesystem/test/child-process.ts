import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** The child runs from the sources, as specs do. */
const REGISTER = new URL('../../../../tools/jest/register.mjs', import.meta.url).href;
const ARGUMENTS = ['--import', REGISTER, `${HERE}child.ts`];

/** The user that owns nothing, on Debian as elsewhere. */
export const NOBODY = { uid: 65_534, gid: 65_534 } as const;

export interface Child {
  readonly process: ChildProcessByStdio<Writable, Readable, null>;
  /** The next value that the child prints; rejects when it ends without. */
  next(): Promise<unknown>;
  /** SIGKILL, as `kill -9` and the out-of-memory killer send it; @returns all values printed and not yet taken */
  kill(): Promise<unknown[]>;
  /** @returns all values printed and not yet taken, once it has ended by itself */
  end(): Promise<unknown[]>;
}

/**
 * Runs a step of child.ts.
 *
 * @param options `fileBlocks`: limit of a file's size as `ulimit -f` counts; `user`: runs as this one
 */
export function startChild(
  what: string,
  path: string,
  options: { fileBlocks?: number; user?: { uid: number; gid: number } } = {},
): Child {
  const command = [process.execPath, ...ARGUMENTS, what, path];
  const [program, ...rest] =
    options.fileBlocks === undefined
      ? command
      : ['sh', '-c', `ulimit -f ${options.fileBlocks} && exec "$@"`, 'sh', ...command];
  const child = spawn(program!, rest, { stdio: ['pipe', 'pipe', 'inherit'], ...(options.user ?? {}) });
  const lines = createInterface({ input: child.stdout });
  return { process: child, ...reading(child, lines) };
}

function reading(child: Child['process'], lines: Interface): Omit<Child, 'process'> {
  const values: unknown[] = [];
  lines.on('line', (line) => {
    try {
      values.push(JSON.parse(line));
    } catch {
      // The line that SIGKILL has cut short.
    }
    lines.emit('value');
  });
  const closed = once(lines, 'close');
  const rest = async (): Promise<unknown[]> => {
    await closed;
    return values.splice(0);
  };
  return {
    async next() {
      if (values.length === 0) await Promise.race([once(lines, 'value'), closed]);
      const value = values.shift();
      if (value === undefined) throw new Error('the child ended without another value');
      return value;
    },
    async kill() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      return rest();
    },
    end: rest,
  };
}

/** @returns why a test cannot run a child as another user, or null when it can */
export function reasonAgainstNobody(): string | null {
  if (process.getuid?.() !== 0) return 'this user cannot become another one';
  const probe = spawnSync(
    process.execPath,
    ['-e', `require('fs').readFileSync(${JSON.stringify(`${HERE}child.ts`)})`],
    NOBODY,
  );
  return probe.status === 0 ? null : 'the user "nobody" may not read this checkout';
}
