import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';
import { printResult, type CommandContext } from '../command.context.js';
import { RetrievalRun } from '../evaluation/retrieval-run.js';
import { writeReport } from '../evaluation/write-report.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { examples, type Register } from './register.js';

export const registerEvalReport: Register = (program, execute) => {
  program
    .command('report')
    .summary('make a report of measurements')
    .description('Make a report in Markdown, with plots, of what "arbiter eval retrieval --json" printed.')
    .argument('<runs...>', 'files that each hold one run')
    .requiredOption('--out <file>', 'the Markdown file to write; its plots lie beside it')
    .addHelpText(
      'after',
      examples([['arbiter eval report scifact.json nfcorpus.json --out retrieval.md', 'two sets side by side']]),
    )
    .action((runs: string[], { out }: { out: string }) => execute((context) => evalReport(runs, out, context)));
};

export async function evalReport(files: readonly string[], out: string, context: CommandContext): Promise<ExitCode> {
  const runs = await Promise.all(files.map((file) => readRun(resolve(context.cwd, file))));
  await writeReport(resolve(context.cwd, out), runs);
  printResult(context, { command: 'eval report', out, runs: runs.length }, () => `Written: ${out}\n`);
  return EXIT.ok;
}

async function readRun(file: string): Promise<RetrievalRun> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no ${file}.`, { cause });
  });
  try {
    return RetrievalRun.parse(JSON.parse(text));
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${file} is not what "arbiter eval retrieval --json" prints.`, { cause });
  }
}
