import { judgedConfidence, type Answer } from '@arbiter/contracts';
import { WORKSPACE } from '../installation.js';
import { runProgram } from '../run-program.js';
import type { Surroundings } from './conditions.js';

/** Reading the sample and loading the models included, on one core that has other work, too. */
const DEMO_TIMEOUT_MS = 600_000;

export interface DemoOutcome {
  /** Exit code or signal. */
  readonly ended: number | string;
  /** Whether all four questions were decided as its script says. */
  readonly asExpected: boolean;
  /** Of each answer, shown or not, 0–1; empty when the demo did not come so far. */
  readonly confidences: readonly (number | null)[];
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

/** Runs `arbiter demo` in these surroundings. @param dataDir where it keeps its library */
export async function runDemo(surroundings: Surroundings, dataDir: string): Promise<DemoOutcome> {
  const { prefix = [], env = {}, installation = WORKSPACE, node = process.execPath } = surroundings;
  const [command, ...args] = [...prefix, node, installation.arbiterPath, 'demo', '--json', '--data-dir', dataDir];
  const { code, signal, stdout, stderr } = await runProgram({
    command,
    args,
    env,
    cwd: dataDir,
    timeoutMs: DEMO_TIMEOUT_MS,
  });
  const output = code === null || stdout === '' ? null : (JSON.parse(stdout) as DemoOutput);
  return {
    ended: code ?? signal ?? 'unknown',
    asExpected: output?.asExpected ?? false,
    confidences: output?.answers.map(({ answer }) => judgedConfidence(answer)) ?? [],
    output,
    stderr,
  };
}
