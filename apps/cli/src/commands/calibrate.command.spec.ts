import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calibrate, listFeedback, type CalibrateRequest, type CalibrateResponse } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';

const calibrated = ({ domain, apply, pairs }: CalibrateRequest): Promise<CalibrateResponse> =>
  Promise.resolve({
    calibration: {
      domain,
      slope: 1,
      offset: 0,
      threshold: 0.6,
      pairs: pairs.length,
      fittedAt: '2026-01-01T00:00:00.000Z',
    },
    applied: apply,
    pairs: pairs.length,
    supported: 30,
    before: { threshold: 0.75, balancedAccuracy: 0.61, ece: 0.2 },
    after: { threshold: 0.6, balancedAccuracy: 0.68, ece: 0.05 },
  });
const scripts = { [calibrate.name]: calibrated };
const pair = (index: number) => ({
  id: index,
  claim: `Claim ${index}.`,
  evidence: 'Evidence.',
  supported: index % 2 === 0,
});

describe('arbiter calibrate', () => {
  let cwd: string;
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'arbiter-calibrate-'));
    await writeFile(
      join(cwd, 'pairs.jsonl'),
      Array.from({ length: 50 }, (_, index) => JSON.stringify(pair(index))).join('\n'),
    );
  });
  afterEach(() => rm(cwd, { recursive: true }));

  const ARGUMENTS = ['calibrate', '--domain', 'lore', '--file', 'pairs.jsonl'];
  const appliesOf = (calls: readonly { readonly input: unknown }[]) =>
    calls.map(({ input }) => (input as CalibrateRequest).apply);

  it('shows before and after, and uses it when somebody agrees', async () => {
    const { exitCode, stdout, stderr, calls } = await runArbiter(ARGUMENTS, { cwd, scripts, stdin: 'y\n' });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/balanced accuracy +61\.0 % +68\.0 %/);
    expect(stdout).toMatch(/threshold +0\.750 +0\.600/);
    expect(stderr).toContain('Use it from now on? [y/N]');
    expect(appliesOf(calls)).toEqual([false, true]);
  });

  it.each(['n\n', '', 'perhaps\n'])('changes nothing when the answer is %j', async (stdin) => {
    const { exitCode, stderr, calls } = await runArbiter(ARGUMENTS, { cwd, scripts, stdin });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Nothing was changed');
    expect(appliesOf(calls)).toEqual([false]);
  });

  it('does not ask with --yes, and prints one object with --json', async () => {
    const { stdout, stderr, calls } = await runArbiter([...ARGUMENTS, '--yes', '--json'], { cwd, scripts });
    expect(JSON.parse(stdout)).toMatchObject({ applied: true, pairs: 50 });
    expect(stderr).not.toContain('[y/N]');
    expect(appliesOf(calls).at(-1)).toBe(true);
  });

  it('never applies silently for a program that did not say --yes', async () => {
    const { stdout, calls } = await runArbiter([...ARGUMENTS, '--json'], { cwd, scripts, stdin: 'y\n' });
    expect(JSON.parse(stdout)).toMatchObject({ applied: false });
    expect(appliesOf(calls)).toEqual([false]);
  });

  it('learns from the feedback on answers where no file is named', async () => {
    const feedback = Array.from({ length: 60 }, (_, index) => {
      const { claim, evidence, supported } = pair(index);
      return {
        id: `f${index}`,
        answerId: 'a1',
        domain: 'lore',
        claim,
        evidence,
        supported,
        comment: null,
        createdAt: '2026-01-01T00:00:00.000Z',
      };
    });
    const { calls } = await runArbiter(['calibrate', '--domain', 'lore', '--yes'], {
      cwd,
      scripts: { ...scripts, [listFeedback.name]: { output: { feedback } } },
    });
    expect((calls.at(-1)!.input as CalibrateRequest).pairs).toHaveLength(60);
  });

  it('says how many labelled claims are missing', async () => {
    const { exitCode, stderr } = await runArbiter(['calibrate', '--domain', 'lore'], {
      cwd,
      scripts: { ...scripts, [listFeedback.name]: { output: { feedback: [] } } },
    });
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('There are 0 labelled claims of "lore"; at least 50 are needed.');
  });

  it('names file and line of a broken line', async () => {
    await writeFile(join(cwd, 'pairs.jsonl'), `${JSON.stringify(pair(1))}\n{"claim":"x"}\n`);
    const { exitCode, stderr } = await runArbiter(ARGUMENTS, { cwd, scripts });
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/pairs\.jsonl.*2/);
  });
});
