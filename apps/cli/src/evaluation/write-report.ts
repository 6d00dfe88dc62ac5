import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { renderRetrievalReport, type RetrievalReport } from '../render/render-retrieval-report.js';
import { renderTrustReport } from '../render/render-trust-report.js';
import type { EvaluationRun } from './read-run.js';

/**
 * Writes the report of runs to a Markdown file, its plots beside it.
 *
 * @param file absolute
 * @throws ArbiterError INVALID_REQUEST when runs of the search and of the checking are mixed
 */
export async function writeReport(file: string, runs: readonly EvaluationRun[]): Promise<void> {
  const { markdown, plots } = reportOf(basename(file).replace(/\.md$/, ''), runs);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, markdown);
  for (const [name, svg] of plots) await writeFile(join(dirname(file), name), svg);
}

function reportOf(name: string, runs: readonly EvaluationRun[]): RetrievalReport {
  const ofSearch = runs.filter((run) => run.command === 'eval retrieval');
  if (ofSearch.length === runs.length) return renderRetrievalReport(name, ofSearch);
  if (ofSearch.length > 0) {
    throw new ArbiterError('INVALID_REQUEST', 'Runs of "eval retrieval" have a report of their own.');
  }
  return renderTrustReport(
    name,
    runs.filter((run) => run.command !== 'eval retrieval'),
  );
}
