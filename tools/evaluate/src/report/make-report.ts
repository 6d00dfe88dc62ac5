import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readRun } from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import { EvaluationRun } from './read-runs.js';
import { renderRetrievalReport, type RetrievalReport } from './render-retrieval-report.js';
import { renderTrustReport } from './render-trust-report.js';

/**
 * Makes a report in Markdown, with plots, of what `arbiter eval … --json` printed: one of the search, or one of how far answers
 * can be trusted.
 *
 * @param files each holds one run
 * @param out the Markdown file to write
 * @param cwd where relative names start
 * @throws ArbiterError NOT_FOUND or INVALID_REQUEST for what is no run, and when both kinds are mixed
 */
export async function makeReport(files: readonly string[], out: string, cwd: string): Promise<void> {
  await writeReport(
    resolve(cwd, out),
    await Promise.all(files.map((file) => readRun(resolve(cwd, file), EvaluationRun))),
  );
}

/**
 * Writes the report of runs to a Markdown file, its plots beside it.
 *
 * @param file absolute
 * @throws ArbiterError INVALID_REQUEST when runs of the search and of the checking are mixed
 */
export async function writeReport(file: string, runs: readonly object[]): Promise<void> {
  const read = runs.map((run) => EvaluationRun.parse(run));
  const { markdown, plots } = reportOf(basename(file).replace(/\.md$/, ''), read);
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
