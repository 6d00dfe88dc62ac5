import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { examples, EXIT, printResult, readRun, type Register } from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import { EvaluationRun } from './read-runs.js';
import { renderRetrievalReport, type RetrievalReport } from './render-retrieval-report.js';
import { renderTrustReport } from './render-trust-report.js';

export const registerEvalReport: Register = (program, execute) => {
  program
    .command('report')
    .summary('make a report of measurements')
    .description(
      'Make a report in Markdown, with plots, of what "arbiter eval … --json" printed: one of the search, or one of how far ' +
        'answers can be trusted.',
    )
    .argument('<runs...>', 'files that each hold one run')
    .requiredOption('--out <file>', 'the Markdown file to write; its plots lie beside it')
    .addHelpText(
      'after',
      examples([['arbiter eval report scifact.json nfcorpus.json --out retrieval.md', 'two sets side by side']]),
    )
    .action((files: string[], { out }: { out: string }) =>
      execute(async (context) => {
        const runs = await Promise.all(files.map((file) => readRun(resolve(context.cwd, file), EvaluationRun)));
        await writeReport(resolve(context.cwd, out), runs);
        printResult(context, { command: 'eval report', out, runs: runs.length }, () => `Written: ${out}\n`);
        return EXIT.ok;
      }),
    );
};

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
