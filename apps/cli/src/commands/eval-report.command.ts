import { resolve } from 'node:path';
import { printResult, type CommandContext } from '../command.context.js';
import { readRun } from '../evaluation/read-run.js';
import { writeReport } from '../evaluation/write-report.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { examples, type Register } from './register.js';

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

export async function evalReport(files: readonly string[], out: string, context: CommandContext): Promise<ExitCode> {
  const runs = await Promise.all(files.map((file) => readRun(resolve(context.cwd, file))));
  await writeReport(resolve(context.cwd, out), runs);
  printResult(context, { command: 'eval report', out, runs: runs.length }, () => `Written: ${out}\n`);
  return EXIT.ok;
}
