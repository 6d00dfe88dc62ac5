import { afterAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKSPACE } from './installation.js';
import { bareSurroundings } from './machines/conditions.js';
import { runDemo } from './machines/run-demo.js';
import { TemporaryFolders } from './temporary-folders.js';

/** As far as this each decision must be from tipping over. */
const LEAST_MARGIN = 0.15;

/** Reading the sample and loading the models included, on a machine that is busy with other tests. */
const DEMO_TIMEOUT_MS = 170_000;

interface DemoScript {
  readonly questions: readonly { readonly question: string; readonly expected: 'answered' | 'declined' }[];
}

interface DemoRun {
  readonly asExpected: boolean;
  /** Confidence from which an answer is shown. */
  readonly threshold: number;
  readonly answers: readonly {
    readonly question: string;
    readonly surprise: string | null;
    readonly answer: {
      readonly status: 'answered' | 'declined';
      readonly confidence: number | null;
      readonly citations: readonly unknown[];
    };
  }[];
}

const folders = new TemporaryFolders();
afterAll(() => folders.removeAll());

describe('arbiter demo, as a stranger runs it', () => {
  it('decides its four questions as its script says, each by a margin', async () => {
    const dataDir = await folders.create();
    const script = JSON.parse(
      await readFile(join(WORKSPACE.root, 'apps/cli/demo/questions.json'), 'utf8'),
    ) as DemoScript;
    const { code, stdout, stderr } = await WORKSPACE.arbiter(['demo', '--json', '--data-dir', dataDir], {
      cwd: dataDir,
      timeoutMs: DEMO_TIMEOUT_MS,
    });
    expect(stderr).not.toContain('arbiter:');
    const { asExpected, threshold, answers } = JSON.parse(stdout) as DemoRun;
    expect(answers.map(({ question, answer }) => ({ question, expected: answer.status }))).toEqual(
      script.questions.map(({ question, expected }) => ({ question, expected })),
    );
    expect(answers.flatMap(({ surprise }) => surprise ?? [])).toEqual([]);
    for (const { answer } of answers) {
      expect(answer.citations.length > 0).toBe(answer.status === 'answered');
      expect(Math.abs((answer.confidence ?? Number.NaN) - threshold)).toBeGreaterThanOrEqual(LEAST_MARGIN);
    }
    expect({ code, asExpected }).toEqual({ code: 0, asExpected: true });
  });

  it('ends alike without a home, a temporary folder, a language, and any program but node', async () => {
    const [dataDir, folder] = [await folders.create(), await folders.create()];
    const { ended, asExpected, stderr } = await runDemo(await bareSurroundings(folder), dataDir);
    expect({ ended, asExpected, said: stderr.includes('arbiter:') }).toEqual({
      ended: 0,
      asExpected: true,
      said: false,
    });
  });
});
