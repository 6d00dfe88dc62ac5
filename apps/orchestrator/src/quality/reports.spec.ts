import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getReport, listReports, type Principal } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { InMemoryFeedbackStore } from '@arbiter/ports/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QualityController } from './quality.controller.js';
import { ReportFolder } from './report-folder.js';

const REPORT = {
  command: 'eval answers',
  dataset: '../somewhere/tides, /srv/lamps/set.jsonl',
  n: 4,
  metrics: {
    correct: 0.5,
    medianWords: null,
    riskCoverage: [
      { threshold: 0.2, shown: 1, right: 0.5 },
      { threshold: 0.9, shown: 0, right: null },
    ],
    byType: { simple_lookup: { n: 2 } },
  },
  ci95: { correct: [0.25, 0.75] },
  questions: [
    { id: 'q1', outcome: 'correct', confidence: 0.92 },
    { id: 'q2', outcome: 'wrong', confidence: 0.98 },
    { id: 'q3', outcome: 'wronglyDeclined', confidence: 0.9 },
    { id: 'q4', outcome: 'correct', confidence: 0.55 },
    { id: 'q5', outcome: 'correct', confidence: 7 },
  ],
  config: {
    retriever: { OLLAMA_HOST: 'http://models.internal:11434' },
    versions: { arbiter: '0.1.0' },
    machine: { cores: 2 },
    measuredAt: '2026-02-03T04:05:06.000Z',
  },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbiter-reports-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = (file: string, content: unknown): Promise<void> =>
  writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));

function over(path: string | null = folder) {
  const reports = new ReportFolder(path);
  const sut = new QualityController({ answers: null, events: null, feedback: new InMemoryFeedbackStore(), reports });
  const by = (principal: Principal | null) => ({ principal, signal: new AbortController().signal }) as OperationContext;
  return {
    list: async (caller: Principal | null = null) => listReports.output.parse(await sut.list({}, by(caller))),
    get: async (name: string, caller: Principal | null = null) =>
      getReport.output.parse(await sut.get({ name }, by(caller))),
  };
}

describe('reports of evaluations', () => {
  it('are none without a folder, and of a folder that is not there', async () => {
    for (const path of [null, join(folder, 'nowhere')])
      expect(await over(path).list()).toEqual({ reports: [], unreadable: 0 });
  });

  it('show figures with their intervals, and no settings, paths or single questions', async () => {
    await put('answers-1.json', REPORT);
    const report = await over().get('answers-1');
    expect(report).toEqual({
      ...{ name: 'answers-1', kind: 'answers', dataset: 'tides, set.jsonl', n: 4, version: '0.1.0' },
      measuredAt: '2026-02-03T04:05:06.000Z',
      figures: [
        { path: 'n', value: 4, interval: null },
        { path: 'metrics.correct', value: 0.5, interval: [0.25, 0.75] },
        { path: 'metrics.byType.simple_lookup.n', value: 2, interval: null },
      ],
      calibration: [
        { low: 0.5, high: 0.6, count: 1, meanConfidence: 0.55, right: 1 },
        { low: 0.9, high: 1, count: 2, meanConfidence: 0.95, right: 0.5 },
      ],
      riskCoverage: REPORT.metrics.riskCoverage,
    });
    expect(JSON.stringify(report)).not.toMatch(/internal|\/srv|somewhere/);
  });

  it('are listed with the last measured first, and read again when they have changed', async () => {
    await put('old.json', { ...REPORT, config: { measuredAt: '2025-01-01T00:00:00.000Z' } });
    await put('bench.json', { name: 'ingest', figures: { chunksPerSecond: 42 } });
    await put('new.json', REPORT);
    const sut = over();
    expect((await sut.list()).reports.map(({ name }) => name)).toEqual(['new', 'old', 'bench']);
    await put('new.json', { ...REPORT, n: 400 });
    expect((await sut.list()).reports[0]).toMatchObject({ name: 'new', n: 400 });
    expect((await sut.get('bench')).figures).toEqual([{ path: 'figures.chunksPerSecond', value: 42, interval: null }]);
  });

  it('of another tenant are as if they were not there', async () => {
    for (const name of ['acme.march', 'other.march', 'march']) await put(`${name}.json`, REPORT);
    const desk: Principal = { name: 'desk', role: 'reader', tenant: 'acme', groups: ['crew'] };
    const sut = over();
    expect((await sut.list(desk)).reports.map(({ name }) => name)).toEqual(['acme.march']);
    expect(await sut.get('acme.march', desk)).toMatchObject({ name: 'acme.march' });
    for (const foreign of ['other.march', 'march'])
      await expect(sut.get(foreign, desk)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('files that are no reports', () => {
  it('are counted, not followed and not read whole, and no name leads to one', async () => {
    await mkdir(join(folder, 'inside'));
    await put('outside.json', REPORT);
    const putInside = (file: string, content: unknown) => put(join('inside', file), content);
    await putInside('fine.json', REPORT);
    await putInside('gigabyte.json', '');
    await truncate(join(folder, 'inside', 'gigabyte.json'), 1024 ** 3);
    const besides = (more: string): string => `${JSON.stringify(REPORT).slice(0, -1)},"more":${more}}`;
    await putInside('deep.json', besides('['.repeat(1_000_000) + ']'.repeat(1_000_000)));
    await putInside('wide.json', besides(`[${'1,'.repeat(300_000)}1]`));
    await putInside('text.json', 'not JSON');
    await putInside('list.json', [REPORT]);
    await putInside('empty.json', { command: 'eval answers' });
    await putInside('a name.json', REPORT);
    await putInside('notes.md', 'not meant to be one');
    await mkdir(join(folder, 'inside', 'folder.json'));
    await symlink(join(folder, 'outside.json'), join(folder, 'inside', 'link.json'));
    const sut = over(join(folder, 'inside'));
    expect(await sut.list()).toMatchObject({ reports: [{ name: 'fine' }], unreadable: 9 });
    for (const name of ['gigabyte', 'link', 'a name', '../outside', join(folder, 'outside'), 'fine\0', ''])
      await expect(sut.get(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('or parts of reports are taken as text and numbers alone', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    await put(
      'hostile.json',
      `{"command":"eval ${hostile}","dataset":7,"n":-1,"metrics":{"${hostile}":0.5,"huge":1e999,"nested":${'{"a":'.repeat(50)}1${'}'.repeat(50)}},"ci95":{"${hostile}":["a",1]},"config":{"measuredAt":"yesterday"}}`,
    );
    expect(await over().get('hostile')).toMatchObject({
      ...{ kind: hostile, dataset: null, n: null, measuredAt: null, version: null },
      figures: [
        { path: 'dataset', value: 7 },
        { path: 'n', value: -1 },
        { path: `metrics.${hostile}`, value: 0.5, interval: null },
      ],
    });
  });
});
