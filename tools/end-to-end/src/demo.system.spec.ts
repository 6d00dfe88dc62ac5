import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { judgedConfidence } from '@arbiter/contracts';
import { IS_SOAK } from '@arbiter/testing';
import { WORKSPACE } from './installation.js';
import { runBareDemo } from './run-demo.js';
import { copySharedVectors } from './shared/copy-library.js';
import { TemporaryFolders } from './temporary-folders.js';

/** As far as this each decision must be from tipping over: rounding on other processors moves a confidence by some hundredths. */
const LEAST_MARGIN = 0.08;

interface DemoScript {
  readonly questions: readonly { readonly question: string; readonly expected: 'answered' | 'declined' }[];
}

const folders = new TemporaryFolders();
afterAll(() => folders.removeAll());

describe('arbiter demo, as a stranger runs it', () => {
  it('decides its questions as its script says, each by a margin, without a home, a temporary folder, a language, and any program but node', async () => {
    const [dataDir, folder] = [await folders.create(), await folders.create()];
    // To embed the domain is most of the work, and other specs do it: here it stores what was embedded, and embeds its questions.
    if (!IS_SOAK) await copySharedVectors(dataDir);
    const script = JSON.parse(
      await readFile(join(WORKSPACE.root, 'apps/cli/demo/questions.json'), 'utf8'),
    ) as DemoScript;
    const { ended, asExpected, output, stderr } = await runBareDemo(dataDir, folder);
    expect(stderr).not.toContain('arbiter:');
    const { threshold, answers } = output!;
    expect(answers.map(({ question, answer }) => ({ question, expected: answer.status }))).toEqual(
      script.questions.map(({ question, expected }) => ({ question, expected })),
    );
    expect(answers.flatMap(({ surprise }) => surprise ?? [])).toEqual([]);
    for (const { answer } of answers) {
      expect(answer.citations.length > 0).toBe(answer.status === 'answered');
      expect(Math.abs((judgedConfidence(answer) ?? Number.NaN) - threshold)).toBeGreaterThanOrEqual(LEAST_MARGIN);
    }
    expect({ ended, asExpected }).toEqual({ ended: 0, asExpected: true });
  });
});
