import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ArbiterError } from '@arbiter/contracts';
import { startStandalone, type Standalone } from '@arbiter/standalone';
import { REPOSITORY } from './repository-files.js';
import type { TranscriptLibrary } from './transcripts.js';

/** Longest script, in milliseconds: a guard against hangs. */
const SCRIPT_MS = 300_000;

/** Exit code of bash. */
const NO_SUCH_PROGRAM = 127;

/** The address that pages name. */
const SHOWN_ADDRESS = 'localhost:3100';
const SHOWN_ADDRESSES = /\b(?:localhost|127\.0\.0\.1):3100\b/g;

/** Pages put their files there. */
const SHOWN_FOLDER = '/tmp/';

/** `npx arbiter` is the program of this clone. */
const PRELUDE = 'npx() { shift; node "$ARBITER_PROGRAM" "$@"; }\n';

/** A library for the transcripts of one page, with a server in this process, so that models are loaded once. */
export class TranscriptRunner {
  private constructor(
    private readonly folder: string,
    private readonly standalone: Standalone,
  ) {}

  /** @param library the sample domain is read first; an `own` library is filled by the page's scripts */
  static async open(library: TranscriptLibrary): Promise<TranscriptRunner> {
    const folder = await mkdtemp(join(tmpdir(), 'arbiter-transcripts-'));
    const env = {
      ARBITER_DATA_DIR: join(folder, 'library'),
      // The folders that the pages make.
      INGESTION_ROOTS: tmpdir(),
      ORCHESTRATOR_PORT: '0',
      RETRIEVER_PORT: '0',
      LOG_LEVEL: 'error',
    };
    const standalone = await startStandalone({ env, cwd: folder, http: true });
    const runner = new TranscriptRunner(folder, standalone);
    if (library === 'lantern-coast') await runner.run('npx arbiter ingest --domain lantern-coast');
    return runner;
  }

  /**
   * What a script writes to the standard output, without white space at its end. An exit code other than 0 is no
   * failure: a declined question has one, and so has a command that a page shows to fail.
   *
   * @throws ArbiterError UNAVAILABLE when a program is not there, or a script does not end
   */
  async run(script: string): Promise<string> {
    const address = this.standalone.urls.orchestrator?.replace(/^https?:\/\//, '') ?? SHOWN_ADDRESS;
    const here = script.replaceAll(SHOWN_FOLDER, `${this.folder}/`).replace(SHOWN_ADDRESSES, address);
    const child = spawn('bash', ['-c', PRELUDE + here], {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        HOME: this.folder,
        ARBITER_DATA_DIR: this.standalone.dataDirectory,
        ARBITER_PROGRAM: join(REPOSITORY, 'apps/cli/bin/arbiter.mjs'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: SCRIPT_MS,
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const [output, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (code === null || code === NO_SUCH_PROGRAM) {
      throw new ArbiterError('UNAVAILABLE', `"${script}" ended with ${code ?? 'a signal'}: ${said}`);
    }
    return output.replaceAll(`${this.folder}/`, SHOWN_FOLDER).replaceAll(address, SHOWN_ADDRESS).trimEnd();
  }

  async close(): Promise<void> {
    await this.standalone.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
