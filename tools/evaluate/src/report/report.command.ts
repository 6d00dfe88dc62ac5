import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import {
  AnswersRun,
  examples,
  EXIT,
  LabelledRun,
  printResult,
  RetrievalRun,
  type CommandContext,
  type ExitCode,
  type Register,
  readRun,
} from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';
import { GroundingRun } from '../grounding/measure-grounding.js';
import { PerturbationRun } from '../perturbations/measure-perturbations.js';
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
    .action((runs: string[], { out }: { out: string }) => execute((context) => evalReport(runs, out, context)));
};

async function evalReport(files: readonly string[], out: string, context: CommandContext): Promise<ExitCode> {
  const runs = await Promise.all(files.map((file) => readRun(resolve(context.cwd, file), EvaluationRun)));
  await writeReport(resolve(context.cwd, out), runs);
  printResult(context, { command: 'eval report', out, runs: runs.length }, () => `Written: ${out}\n`);
  return EXIT.ok;
}

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

export const EvaluationRun = z.discriminatedUnion('command', [
  RetrievalRun,
  GroundingRun,
  PerturbationRun,
  LabelledRun,
  AnswersRun,
]);
export type EvaluationRun = z.output<typeof EvaluationRun>;
