import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import {
  defineBenchmark,
  describeMachine,
  installedVersion,
  wholeNumber,
  wholeNumbers,
  type Benchmark,
  type BenchReport,
} from './benchmark.js';
import { runBench } from './run-bench.js';

const MEASURED = {
  versions: { model: 'small' },
  figures: { natsP50Ms: 0.28412, natsToRawP50Ratio: 1.3, chunks: 1234.5 },
  notes: ['Measured in a test.'],
};

const loaded = (benchmark: Benchmark) => () => Promise.resolve({ default: benchmark });

const BENCHMARKS = new Map([
  ['bus', loaded(defineBenchmark({ options: {}, packages: ['nats'], measure: () => Promise.resolve(MEASURED) }))],
  [
    'broken',
    loaded(
      defineBenchmark({
        options: {},
        measure: () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The broker is gone: start it.')),
      }),
    ),
  ],
  [
    'sized',
    loaded(
      defineBenchmark({
        options: { chunks: wholeNumber(7), sizes: wholeNumbers(1, 2) },
        measure: ({ chunks, sizes: [first = 0, second = 0] }) =>
          Promise.resolve({ figures: { chunks, first, second }, notes: [] }),
      }),
    ),
  ],
]);

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  const code = await runBench(words, BENCHMARKS, { out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

describe('runBench', () => {
  it('prints figures with units, and where they were measured', async () => {
    const { code, out } = await run('bus');
    expect(code).toBe(0);
    expect(out).toContain('natsP50Ms          0.284\n');
    expect(out).toContain('chunks             1235\n');
    expect(out).toContain(`Measured in a test.\nMeasured on ${describeMachine().cpus} × `);
  });

  it('prints the report and nothing else as JSON', async () => {
    const { code, out, err } = await run('bus', '--json');
    expect(code).toBe(0);
    const { machine, versions, ...measured } = JSON.parse(out) as BenchReport;
    expect(machine.node).toBe(process.version);
    expect(versions).toEqual({ nats: installedVersion('nats'), model: 'small' });
    expect(measured).toEqual({ name: 'bus', figures: MEASURED.figures, notes: MEASURED.notes });
    expect(err).toBe('');
  });

  it.each([[[]], [['nothing']], [['bus', 'embed']], [['bus', '--jsn']], [['bus', '--chunks', '5']]])(
    'says how it is used, given %j',
    async (words) => {
      const { code, out, err } = await run(...words);
      expect(code).toBe(2);
      expect(out).toBe('');
      expect(err).toBe('use: npm run bench -- bus|broken|sized [--json]\n  sized [--chunks 7] [--sizes 1,2]\n');
    },
  );

  it.each([
    [[], { chunks: 7, first: 1, second: 2 }],
    [['--chunks', '5', '--sizes', '3'], { chunks: 5, first: 3, second: 0 }],
  ])('hands over the options %j', async (options, figures) => {
    const { code, out } = await run('sized', ...options, '--json');
    expect(code).toBe(0);
    expect((JSON.parse(out) as BenchReport).figures).toEqual(figures);
  });

  it.each(['none', '0', '1.5', '5,6'])('refuses %s chunks', async (chunks) => {
    const { code, err } = await run('sized', '--chunks', chunks);
    expect(code).toBe(2);
    expect(err).toContain('--chunks must be');
  });

  it('fails with the one sentence of what went wrong', async () => {
    expect(await run('broken')).toEqual({ code: 1, out: '', err: 'bench broken: The broker is gone: start it.\n' });
  });
});

describe('installedVersion', () => {
  it('finds the version that is installed', () => {
    expect(installedVersion('nats')).toMatch(/^2\./);
  });

  it('is unknown for a package that is not installed', () => {
    expect(installedVersion('there-is-no-such-package')).toBe('unknown');
  });
});
