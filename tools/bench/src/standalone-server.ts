import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ArbiterError, ingestDomain, watchJob } from '@arbiter/contracts';
import { startStandalone } from '@arbiter/standalone';

const STANDALONE_MAIN = fileURLToPath(new URL('../../../apps/standalone/dist/main.js', import.meta.url));
const POLL_MS = 20;
/** A start that takes longer is a hang. */
const PATIENCE_MS = 60_000;

/** Line that the process prints when it is ready. */
const ADDRESSES = /"orchestrator":"([^"]+)","retriever":"([^"]+)"/;

/** The process that `npm start` runs, with both of its doors. */
export class StandaloneServer {
  private constructor(
    readonly child: ChildProcess,
    /** Where questions are asked. */
    readonly url: string,
    /** Where searches are. */
    readonly retrieverUrl: string,
  ) {}

  /** @throws ArbiterError when it ends or hangs before it is ready */
  static async start(
    dataDirectory: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<StandaloneServer> {
    const child = spawn(process.execPath, [STANDALONE_MAIN], {
      // Port 0 lets the system choose; the process says which in its log.
      env: {
        PATH: process.env.PATH ?? '',
        ARBITER_DATA_DIR: dataDirectory,
        ORCHESTRATOR_PORT: '0',
        RETRIEVER_PORT: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [, url = '', retrieverUrl = ''] = await addressesOf(child);
    const server = new StandaloneServer(child, url, retrieverUrl);
    try {
      await server.ready();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
  }

  private async ready(): Promise<void> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const response = await fetch(`${this.url}/health/ready`, { signal: deadline }).catch(() => null);
      if (response?.ok) return;
      if (deadline.aborted) throw new ArbiterError('DEADLINE_EXCEEDED', 'The process did not get ready.');
      await delay(POLL_MS);
    }
  }
}

async function addressesOf(child: ChildProcess): Promise<RegExpExecArray> {
  let written = '';
  for await (const piece of child.stdout ?? []) {
    written += String(piece);
    const addresses = ADDRESSES.exec(written);
    if (addresses) {
      child.stdout?.resume();
      return addresses;
    }
  }
  throw new ArbiterError('UNAVAILABLE', `The process ended before it was ready: ${written.slice(-500)}`);
}

/** @returns chunks of the domain, which are in the library of that folder afterwards */
export async function ingestInto(dataDirectory: string, domain: string): Promise<number> {
  const library = await startStandalone({
    env: { ARBITER_DATA_DIR: dataDirectory, LOG_LEVEL: 'error' },
    cwd: dataDirectory,
    http: false,
  });
  try {
    const { jobs } = await library.client.request(ingestDomain, { domain });
    const done = await Promise.all(jobs.map(({ id }) => library.client.request(watchJob, { jobId: id })));
    return done.reduce((sum, { counts }) => sum + counts.chunks, 0);
  } finally {
    await library.close();
  }
}
