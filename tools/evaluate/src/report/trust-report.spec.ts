import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANSWER_METRICS, VALIDATION_METRICS, type AnswerMetric } from '@arbiter/evaluation';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { GROUNDING_METRICS } from '../grounding/summarise-grounding.js';
import { ERROR_KINDS } from '../planting/errors/error-planter.js';
import { makeReport } from './make-report.js';

const all = (names: readonly string[], value: unknown) =>
  Object.fromEntries(names.map((name) => [name, value])) as never;
const machine = { cpu: 'A <fast> CPU', cores: 2, memoryBytes: 2 ** 34, platform: 'linux-x64', loadAverage: 1 };
const surroundings = {
  validator: { VALIDATION_CONFIDENCE_THRESHOLD: '0.7' },
  concurrency: 1,
  versions: { arbiter: '1.2.3', node: 'v20' },
  machine,
  measuredAt: '2026-01-02T03:04:05.000Z',
};
const latencyMs = { p50: 10, p95: 20 };

const set = (dataset: string, auroc: number) => ({
  dataset,
  n: 100,
  supported: 50,
  nothingToVerify: 3,
  metrics: { ...(all(GROUNDING_METRICS, 0.5) as object), auroc } as never,
  ci95: all(GROUNDING_METRICS, [0.4, 0.6]),
  latencyMs,
  calibrated: { labels: 50, draws: 20, balancedAccuracy: 0.66 },
  reliability: [{ low: 0, high: 0.1, count: 100, meanProbability: 0.05, observed: 0.2 }],
  roc: [
    { falsePositiveRate: 0, truePositiveRate: 0 },
    { falsePositiveRate: 0.25, truePositiveRate: 0.75 },
    { falsePositiveRate: 1, truePositiveRate: 1 },
  ],
});
const [first, second] = [set('../data/scifact_dev.jsonl', 0.81), set('../data/odd <set>.jsonl', 0.61)];
const shares = ['caught', 'caughtInHandWritten', 'falseRejection', 'falseRejectionUntouched', 'falseRejectionReworded'];
const figures = (value: unknown) => ({
  ...(all([...shares, 'falseRejectionHandWritten'], value) as object),
  caughtBy: all(ERROR_KINDS, value) as object,
});

const runs: Record<string, object> = {
  grounding: {
    command: 'eval grounding',
    dataset: 'both',
    n: 200,
    metrics: { ...(first.metrics as object), auroc: 0.71 },
    ci95: first.ci95,
    latencyMs,
    calibrated: { labels: 50, draws: 20, balancedAccuracy: 0.66 },
    sets: [first, second],
    config: { ...surroundings, limit: 100, seed: 1 },
  },
  perturbations: {
    command: 'eval perturbations',
    dataset: 'domains/coast/documents',
    n: 70,
    counts: all(ERROR_KINDS, 10),
    metrics: figures(0.9) as never,
    ci95: figures([0.8, 1]) as never,
    latencyMs,
    config: { ...surroundings, n: 70, seed: 1, documents: 5, valueFromDocument: 0.5 },
  },
  validation: {
    command: 'eval validation',
    dataset: 'labelled.jsonl',
    n: 100,
    metrics: all(VALIDATION_METRICS, 0.8),
    ci95: all(VALIDATION_METRICS, [0.7, 0.9]),
    confusion: { shown: 40, wronglyRejected: 11, wronglyAccepted: 9, rejected: 40 },
    kinds: { negated: { n: 8, right: 7 } },
    latencyMs,
    config: surroundings,
  },
  answers: {
    command: 'eval answers',
    dataset: 'coast',
    n: 39,
    metrics: {
      ...(all(ANSWER_METRICS, 0.6) as Record<AnswerMetric, number>),
      riskCoverage: [
        { threshold: 0.2, shown: 0.9, right: 0.625 },
        { threshold: 0.95, shown: 0, right: null },
      ],
    },
    ci95: all(ANSWER_METRICS, null),
    latencyMs,
    config: { ...surroundings, part: 'test', types: null, without: ['status'] },
  },
};

describe('a report of the checking', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-report-'));
    for (const [name, run] of Object.entries(runs)) await writeFile(join(folder, `${name}.json`), JSON.stringify(run));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const report = (...names: string[]) =>
    makeReport(
      names.map((name) => `${name}.json`),
      'trust.md',
      folder,
    );
  const read = (name: string) => readFile(join(folder, name), 'utf8');

  it('has a section for each kind of measurement, with intervals', async () => {
    await report(...Object.keys(runs));
    const markdown = await read('trust.md');
    expect(markdown).toMatch(/^\| scifact_dev +\| development \| +100 \| .*0\.810 \[0\.400, 0\.600\]/m);
    expect(markdown).toMatch(/^\| odd <set> +\| +no \|/m);
    expect(markdown).toMatch(/^\| mean .*0\.710/m);
    expect(markdown).toContain('6 claims hold nothing to verify');
    expect(markdown).toMatch(/^\| role-swap +\| 0\.900 \[0\.800, 1\.000\] of 10 \|$/m);
    expect(markdown).toContain('Of those to show 40 were accepted and 11 not, of the others 9 and 40.');
    expect(markdown).toContain('Decided rightly by kind: negated 7 of 8.');
    expect(markdown).toMatch(/^## Answers on coast$/m);
    expect(markdown).toMatch(/^\| citationPrecision +\| +0\.600 \|$/m);
    expect(markdown).toMatch(/^\| 0\.2 +\| 0\.900 \| +0\.625 \|$/m);
    expect(markdown).not.toMatch(/^\| 0\.95/m);
    expect(markdown).toContain('Measured 2026-01-02 on A <fast> CPU, 2 cores, 16 GiB');
  });

  it('names all packs of a run over several', async () => {
    await writeFile(
      join(folder, 'several.json'),
      JSON.stringify({ ...runs.answers, dataset: 'packs/coast, packs/fen' }),
    );
    await report('several');
    expect(await read('trust.md')).toMatch(/^## Answers on 2 packs\n\ncoast, fen\n/m);
  });

  it('draws a line for each set, where its points lie', async () => {
    await report('grounding');
    const roc = await read('trust-grounding-roc.svg');
    // x = 60 + share × 420, y = 48 + (1 − share) × 420
    expect(roc).toContain('points="60,468 165,153 480,48"');
    expect([...roc.matchAll(/stroke-width="1.5"/g)]).toHaveLength(2);
    expect(roc).toContain('odd &lt;set&gt;');
    expect([...(await read('trust-grounding-reliability.svg')).matchAll(/<circle /g)]).toHaveLength(2);
    await expect(read('trust-planted.svg')).rejects.toThrow();
  });

  it('draws a bar for each kind of error', async () => {
    await report('perturbations');
    expect([...(await read('trust-planted.svg')).matchAll(/height="18"/g)]).toHaveLength(ERROR_KINDS.length);
  });

  it('is the same for the same runs', async () => {
    await report('grounding', 'answers');
    const before = await read('trust.md');
    await report('grounding', 'answers');
    expect(await read('trust.md')).toBe(before);
  });

  it('does not mix the search with the checking', async () => {
    const retrieval = await readFile(
      new URL('../../../../docs/reports/runs/retrieval/scifact-test.json', import.meta.url),
      'utf8',
    );
    await writeFile(join(folder, 'search.json'), retrieval);
    await expect(report('search', 'answers')).rejects.toThrow('have a report of their own');
  });
});
