import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getReport, listReports, type Principal } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { InMemoryAnswerEventLog, InMemoryAnswerRecordStore, InMemoryFeedbackStore } from '@arbiter/ports/testing';
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
    byType: { simple_lookup: { n: 2, correct: 1 } },
  },
  ci95: { correct: [0.25, 0.75] },
  latencyMs: { p50: 12.5 },
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
  const [answers, events] = [new InMemoryAnswerRecordStore(), new InMemoryAnswerEventLog()];
  const reports = new ReportFolder(path);
  const controller = new QualityController({ answers, events, feedback: new InMemoryFeedbackStore(), reports });
  const context = (principal: Principal | null) =>
    ({ principal, signal: new AbortController().signal }) as OperationContext;
  return {
    list: async (principal: Principal | null = null) =>
      listReports.output.parse(await controller.list({}, context(principal))),
    get: async (name: string, principal: Principal | null = null) =>
      getReport.output.parse(await controller.get({ name }, context(principal))),
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
        { path: 'metrics.byType.simple_lookup.correct', value: 1, interval: null },
        { path: 'latencyMs.p50', value: 12.5, interval: null },
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
    for (const foreign of ['other.march', 'march', 'nowhere'])
      await expect(sut.get(foreign, desk)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await sut.list()).reports).toHaveLength(3);
  });
});

describe('files that are no reports', () => {
  it.each(['..', '../secret', 'a/b', '/etc/passwd', 'x\0', '', 'a'.repeat(200), '.hidden', 'con:1'])(
    'the name %j leads to none',
    async (name) => {
      await put('x.json', REPORT);
      await writeFile(join(folder, '..', `${folder.split('/').at(-1)}-secret.json`), JSON.stringify(REPORT));
      await expect(over().get(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await rm(join(folder, '..', `${folder.split('/').at(-1)}-secret.json`));
    },
  );

  it('are counted, not followed and not read whole', async () => {
    await put('fine.json', REPORT);
    await put('gigabyte.json', '');
    await truncate(join(folder, 'gigabyte.json'), 1024 ** 3);
    const besides = (more: string): string => `${JSON.stringify(REPORT).slice(0, -1)},"more":${more}}`;
    await put('deep.json', besides('['.repeat(1_000_000) + ']'.repeat(1_000_000)));
    await put('wide.json', besides(`[${'1,'.repeat(300_000)}1]`));
    await put('text.json', 'not JSON');
    await put('list.json', [REPORT]);
    await put('empty.json', { command: 'eval answers' });
    await put('a name.json', REPORT);
    await put('notes.md', 'not meant to be one');
    await mkdir(join(folder, 'folder.json'));
    await symlink('/etc/passwd', join(folder, 'link.json'));
    const sut = over();
    expect(await sut.list()).toMatchObject({ reports: [{ name: 'fine' }], unreadable: 9 });
    for (const name of ['gigabyte', 'deep', 'link', 'folder'])
      await expect(sut.get(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lend no link to a report outside of the folder', async () => {
    await mkdir(join(folder, 'inside'));
    await put('outside.json', REPORT);
    await symlink(join(folder, 'outside.json'), join(folder, 'inside', 'report.json'));
    const sut = over(join(folder, 'inside'));
    expect((await sut.list()).reports).toEqual([]);
    await expect(sut.get('report')).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
