import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { renderRetrievalReport } from './render-retrieval-report.js';
import { renderTrustReport } from './render-trust-report.js';
import { EvaluationRun, RetrievalRun } from './read-runs.js';

const REPORTS = fileURLToPath(new URL('../../../../docs/reports/', import.meta.url));
const RUNS = join(REPORTS, 'runs/retrieval');

describe('docs/reports/retrieval.md', () => {
  it('is what "npm run report:retrieval" makes of the committed runs', async () => {
    const files = (await readdir(RUNS)).sort();
    expect(files).not.toEqual([]);
    const runs = await Promise.all(
      files.map(async (file) => RetrievalRun.parse(JSON.parse(await readFile(join(RUNS, file), 'utf8')))),
    );
    const { markdown, plots } = renderRetrievalReport('retrieval', runs);
    expect(await readFile(join(REPORTS, 'retrieval.md'), 'utf8')).toBe(markdown);
    for (const [name, svg] of plots) expect(await readFile(join(REPORTS, name), 'utf8')).toBe(svg);
  });
});

describe('docs/reports/trust.md', () => {
  const folder = join(REPORTS, 'runs/trust');

  it('is what "npm run report:trust" makes of the committed runs', async () => {
    const files = (await readdir(folder)).sort();
    expect(files).not.toEqual([]);
    const runs = await Promise.all(
      files.map(async (file) => EvaluationRun.parse(JSON.parse(await readFile(join(folder, file), 'utf8')))),
    );
    const ofChecking = runs.filter((run) => run.command !== 'eval retrieval');
    expect(ofChecking).toHaveLength(runs.length);
    const { markdown, plots } = renderTrustReport('trust', ofChecking);
    expect(await readFile(join(REPORTS, 'trust.md'), 'utf8')).toBe(markdown);
    for (const [name, svg] of plots) expect(await readFile(join(REPORTS, name), 'utf8')).toBe(svg);
  });

  it('names no place of the machine that it was measured on', async () => {
    for (const file of await readdir(folder)) {
      expect(await readFile(join(folder, file), 'utf8')).not.toMatch(/"\/(?:tmp|home|root|work|Users)\b/);
    }
  });
});
