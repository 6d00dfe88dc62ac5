import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PagesRun } from './pages/pages.command.js';
import type { PerturbationRun } from './perturbations/perturbations.command.js';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM_MS = 120_000;

describe('arbiter eval, built, in a clone', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-evaluate-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const arbiter = async (...words: string[]): Promise<string> => {
    const launcher = join(REPOSITORY, 'apps/cli/bin/arbiter.mjs');
    const options = { cwd: folder, env: { PATH: process.env.PATH, HOME: folder }, timeout: PROGRAM_MS };
    return (await promisify(execFile)(process.execPath, [launcher, 'eval', ...words], options)).stdout;
  };

  it(
    'measures the sample domain with the shipped validator, and makes a report of it',
    async () => {
      const corpus = join(REPOSITORY, 'domains/lantern-coast/documents');
      const printed = await arbiter('perturbations', '--corpus', corpus, '--n', '7', '--json');
      const { n, metrics, config } = JSON.parse(printed) as PerturbationRun;
      expect({ n, asked: config.n }).toEqual({ n: 7, asked: 7 });
      expect(metrics.caught).toBeGreaterThan(0.5);
      await writeFile(join(folder, 'planted.json'), printed);
      const program = join(REPOSITORY, 'tools/evaluate/dist/report/main.js');
      await promisify(execFile)(process.execPath, [program, 'planted.json', '--out', 'trust.md'], { cwd: folder });
      expect(await readFile(join(folder, 'trust.md'), 'utf8')).toContain('](trust-planted.svg)');
      expect(await readFile(join(folder, 'trust-planted.svg'), 'utf8')).toMatch(/^<svg /);
    },
    2 * PROGRAM_MS,
  );

  it(
    'reads PDFs, and searches their pages, those of one PDF only where the set says so',
    async () => {
      const set = join(folder, 'set');
      await mkdir(join(set, 'pdfs'), { recursive: true });
      await mkdir(join(set, 'qrels'));
      const weather = 'The wind turned to the north, and nobody left the harbour for the rest of the week. '.repeat(20);
      await writeFile(
        join(set, 'pdfs/lamp.pdf'),
        pdfOf([`The wick of the lamp is cut every Friday. ${weather}`, weather, 'Oil lies in the cellar.']),
      );
      await writeFile(join(set, 'pdfs/boat.pdf'), pdfOf([weather, 'The boat is painted green.']));
      const question = 'When is the wick of the lamp cut?';
      const lines = ['everywhere', 'boat'].map((_id) => JSON.stringify({ _id, text: question, type: 'text' }));
      await writeFile(join(set, 'queries.jsonl'), lines.join('\n'));
      await writeFile(join(set, 'qrels/test.tsv'), 'everywhere\tlamp#1\t1\nboat\tlamp#1\t1\n');
      await writeFile(join(set, 'scope.tsv'), 'boat\tboat\n');
      const printed = await arbiter('pages', '--dataset', set, '--out', 'pages.jsonl', '--json');
      const { metrics, counts } = JSON.parse(printed) as PagesRun;
      expect(counts).toMatchObject({ documents: 2, unreadableDocuments: 0, pages: 5, pagesWithoutText: 0 });
      expect(metrics.text).toMatchObject({ 'recall@1': 0.5, byType: { text: { n: 2, 'recall@5': 0.5 } } });
      const rankings = (await readFile(join(folder, 'pages.jsonl'), 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { ranking: { id: string }[] }).ranking.map(({ id }) => id));
      // By text, then fused, which leaves out what has nothing to do with it.
      const first = rankings.map((ranking) => ranking[0]);
      expect(first).toEqual(['lamp#1', expect.stringMatching(/^boat#/), 'lamp#1', undefined]);
      expect(rankings[1]!.sort()).toEqual(['boat#1', 'boat#2']);
    },
    PROGRAM_MS,
  );
});

/** A PDF of a page per text, in lines of at most eighty characters. */
function pdfOf(texts: readonly string[]): string {
  const pages = texts.map((text, index) => ({ own: 4 + index * 2, text }));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map(({ own }) => `${own} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap(({ own, text }) => {
      const lines = text.match(/.{1,80}(?: |$)/g) ?? [];
      const drawn = `BT /F1 10 Tf 14 TL 50 750 Td ${lines.map((line) => `(${line.trim()}) '`).join(' ')} ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${own + 1} 0 R >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}
