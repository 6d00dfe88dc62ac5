import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';

const RETRIEVER_MAIN = fileURLToPath(new URL('../../../../apps/retriever-arm/dist/main.js', import.meta.url));
/** Compiled, whether this module is or not. */
const PROFILE_HOOK = new URL('../../dist/search/main-thread-profile.child.js', import.meta.url).href;

/** A start that takes longer is a hang. */
const PATIENCE_MS = 60_000;
const POLL_MS = 50;
const STOP_MS = 20_000;
/** The address stands in the first lines. */
const LONGEST_LOG = 16_384;

const ProfileReply = z.object({ selfMs: z.record(z.string(), z.number()) });

/** The built retriever arm as a process of its own, with its HTTP door and nothing else. */
export class SearchServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param directory data directory of the library, which is only read */
  static async start(directory: string): Promise<SearchServer> {
    const child = spawn(process.execPath, ['--import', PROFILE_HOOK, RETRIEVER_MAIN], {
      // Port 0 lets the system choose; the process says which in its log.
      env: { PATH: process.env.PATH ?? '', ARBITER_DATA_DIR: directory, RETRIEVER_PORT: '0', LANCEDB_LOG: 'error' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    try {
      const server = new SearchServer(child, await addressOf(child));
      await server.ready();
      return server;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async startProfile(): Promise<void> {
    this.child.send('profile:start');
    await this.reply();
  }

  /** @returns milliseconds of the main thread by script, or by what V8 calls it where there is no script */
  async stopProfile(): Promise<Readonly<Record<string, number>>> {
    this.child.send('profile:stop');
    return ProfileReply.parse(await this.reply()).selfMs;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const patience = new AbortController();
    const late = delay(STOP_MS, undefined, { signal: patience.signal }).then(
      () => this.child.kill('SIGKILL'),
      () => undefined,
    );
    await exited;
    patience.abort();
    await late;
  }

  private async reply(): Promise<unknown> {
    const [message] = (await once(this.child, 'message', { signal: AbortSignal.timeout(PATIENCE_MS) })) as unknown[];
    return message;
  }

  private async ready(): Promise<void> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const response = await fetch(`${this.url}/health`, { signal: deadline }).catch(() => null);
      if (response?.ok === true) return;
      if (deadline.aborted) throw new ArbiterError('DEADLINE_EXCEEDED', 'The retriever arm did not get ready.');
      await delay(POLL_MS);
    }
  }
}

/** Waits for the line of the log that says where the arm listens; what comes later is read and dropped. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = '';
    const read = (piece: Buffer): void => {
      if (written.length < LONGEST_LOG) written += piece.toString();
      const address = /"url":"(http[^"]+)"/.exec(written)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => {
      reject(new ArbiterError('UNAVAILABLE', `The retriever arm ended before it was ready: ${written.slice(-500)}`));
    });
  });
}
