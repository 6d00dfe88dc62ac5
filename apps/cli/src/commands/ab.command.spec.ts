import { type ExperimentReport, reportExperiment } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';

const variant = (name: string, answered: number) => ({
  variant: name,
  answers: 310,
  units: 120,
  pending: 4,
  means: { answered, retried: 0.1, copied: 0, rating: null },
  rated: 0,
});
const REPORT: ExperimentReport = {
  experiment: 'fusion-1',
  alpha: 0.05,
  windowMinutes: 60,
  variants: [variant('control', 0.7), variant('rrf', 0.9)],
  comparisons: [
    {
      metric: 'answered',
      variant: 'rrf',
      control: 'control',
      pairs: 120,
      difference: 0.2,
      interval: [0.031, 0.36],
      pValue: 0.0002,
      verdict: 'higher',
    },
  ],
};

const run = (args: string[], output: ExperimentReport = REPORT) =>
  runArbiter(['ab', 'report', ...args], { scripts: { [reportExperiment.name]: { output } } });

describe('arbiter ab report', () => {
  it('shows each variant and each comparison with its interval', async () => {
    const { exitCode, stdout, calls } = await run([]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('fusion-1, 60 minutes');
    expect(stdout).toMatch(/rrf +120 +4 +310 +0\.900 +0\.100 +0\.000 +– +0/);
    expect(stdout).toMatch(/rrf − control +answered +120 +\+0\.200 +\+0\.031 to \+0\.360 +< \.001 +higher/);
    expect(calls.at(-1)?.input).toEqual({ windowMinutes: 60, alpha: 0.05 });
  });

  it('passes on what it is told, and prints one object with --json', async () => {
    const { stdout, calls } = await run(['--experiment', 'old', '--window', '1440', '--alpha', '.01', '--json']);
    expect(JSON.parse(stdout)).toEqual(REPORT);
    expect(calls.at(-1)?.input).toEqual({ experiment: 'old', windowMinutes: 1_440, alpha: 0.01 });
  });

  it('says that there is no experiment', async () => {
    const { exitCode, stdout } = await run([], { ...REPORT, experiment: null, variants: [], comparisons: [] });
    expect([exitCode, stdout]).toEqual([0, 'There is no experiment: AB_EXPERIMENT describes one.\n']);
  });

  it.each([
    ['--alpha', '2'],
    ['--window', '-1'],
  ])('refuses %s %s', async (option, value) => {
    const { exitCode, stdout, stderr } = await run([option, value]);
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 2, stdout: '' });
  });
});
