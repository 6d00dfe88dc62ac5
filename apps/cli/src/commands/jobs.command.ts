import { cancelJob, getJob, JobState, retryJob, type IngestionJob } from '@arbiter/contracts';
import { Option } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { allJobs, watchJobs } from '../ingestion/follow-jobs.js';
import { withLibrary } from '../library/open-library.js';
import { renderJob, renderJobs } from '../render/render-ingestion.js';
import { examples, parseCount, type Register } from './command-options.js';

export interface JobsOptions {
  readonly collection?: string;
  readonly state?: JobState;
  readonly limit: number;
}

/** Who follows or changes a job goes on with it, too, where no server does. */
const WORKING = { writes: true } as const;
/** Who looks at jobs leaves them as they are. */
const LOOKING = { writes: false } as const;

export const registerJobs: Register = (program, execute) => {
  const jobs = program.command('jobs').description('Ingestion jobs.');
  jobs
    .command('list', { isDefault: true })
    .summary('list jobs, the newest first')
    .option('-c, --collection <name>', 'those of a collection')
    .addOption(new Option('--state <state>', 'those in a state').choices(JobState.options))
    .option('-n, --limit <count>', 'at most so many', parseCount, 20)
    .addHelpText(
      'after',
      examples([
        ['arbiter jobs list --state running', 'jobs that are running or waiting'],
        ['arbiter jobs list --state dead_lettered', 'jobs that were given up, and why'],
      ]),
    )
    .action((options: JobsOptions) => execute((context) => list(options, context)));
  jobs
    .command('status')
    .summary('say how a job stands, and what could not be read')
    .argument('<id>', 'of the job')
    .option('--watch', 'follow it to its end; Ctrl-C stops watching, not the job')
    .action((id: string, { watch: follows = false }: { readonly watch?: boolean }) =>
      execute((context) => (follows ? watch(id, context) : one(id, getJob, context))),
    );
  jobs
    .command('cancel')
    .summary('stop a job; stored documents stay')
    .argument('<id>', 'of the job')
    .action((id: string) => execute((context) => one(id, cancelJob, context)));
  jobs
    .command('retry')
    .summary('queue a job again that failed, was cancelled or given up, or left documents out')
    .argument('<id>', 'of the job')
    .action((id: string) => execute((context) => one(id, retryJob, context)));
};

async function list({ collection, state, limit }: JobsOptions, context: CommandContext): Promise<ExitCode> {
  const input = { limit, ...(collection !== undefined && { collection }), ...(state !== undefined && { state }) };
  return withLibrary(context, LOOKING, async (library) => {
    const found = await allJobs(library, input, { signal: context.interruption.signal });
    printResult(context, { jobs: found }, () => renderJobs(found));
    if (found.length === 0 && !context.options.json) remark(context, 'There are no such jobs.');
    return EXIT.ok;
  });
}

async function one(jobId: string, operation: typeof getJob, context: CommandContext): Promise<ExitCode> {
  return withLibrary(context, operation === getJob ? LOOKING : WORKING, async (library) => {
    const job = await library.request(operation, { jobId }, { signal: context.interruption.signal });
    printResult(context, job, () => renderJob(job));
    return EXIT.ok;
  });
}

async function watch(jobId: string, context: CommandContext): Promise<ExitCode> {
  return withLibrary(context, WORKING, async (library) => {
    const job = await library.request(getJob, { jobId }, { signal: context.interruption.signal });
    const [ended] = await watchJobs(library, [job], context);
    if (!ended) return context.interruption.exitCode ?? EXIT.failed;
    printResult(context, ended, () => renderJob(ended));
    return isGood(ended) ? EXIT.ok : EXIT.failed;
  });
}

function isGood({ state }: IngestionJob): boolean {
  return state === 'succeeded' || state === 'completed_with_errors';
}
