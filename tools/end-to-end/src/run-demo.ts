import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Answer } from '@arbiter/contracts';
import { WORKSPACE } from './installation.js';
import { runProgram } from './run-program.js';

/** Reading the sample and loading the models included, on one core that has other work, too. */
const DEMO_TIMEOUT_MS = 600_000;

/** A conventional name, which cannot be mistaken for a folder that is merely missing. */
const NOWHERE = '/nonexistent';

export interface DemoOutcome {
  /** Exit code or signal. */
  readonly ended: number | string;
  /** Whether all four questions were decided as its script says. */
  readonly asExpected: boolean;
  /** Output with `--json`; null if the run ended before it. */
  readonly output: DemoOutput | null;
  readonly stderr: string;
}

export interface DemoOutput {
  readonly asExpected: boolean;
  /** Confidence from which an answer is shown. */
  readonly threshold: number;
  readonly answers: readonly {
    readonly question: string;
    readonly surprise: string | null;
    readonly answer: Pick<Answer, 'status' | 'confidence' | 'history' | 'citations'>;
  }[];
}

/**
 * Runs `arbiter demo` on a machine that has little: without a home, a temporary folder, a language, and any program but node.
 *
 * @param dataDir where it keeps its library
 * @param folder empty; its PATH
 */
export async function runBareDemo(dataDir: string, folder: string): Promise<DemoOutcome> {
  await symlink(process.execPath, join(folder, 'node'));
  const env = { LANG: 'C', LC_ALL: 'C', TZ: 'Pacific/Chatham', HOME: NOWHERE, TMPDIR: NOWHERE, PATH: folder };
  const { code, signal, stdout, stderr } = await runProgram({
    command: process.execPath,
    args: [WORKSPACE.arbiterPath, 'demo', '--json', '--data-dir', dataDir],
    env,
    cwd: dataDir,
    timeoutMs: DEMO_TIMEOUT_MS,
  });
  const output = code === null || stdout === '' ? null : (JSON.parse(stdout) as DemoOutput);
  return {
    ended: code ?? signal ?? 'unknown',
    asExpected: output?.asExpected ?? false,
    output,
    stderr,
  };
}
