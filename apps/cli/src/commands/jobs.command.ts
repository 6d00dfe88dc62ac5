import { cancelJob, getJob, JobState, retryJob, type IngestionJob } from '@arbiter/contracts';
import { type Command, Option } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { allJobs, watchJobs } from '../ingestion/follow-jobs.js';
import { withLibrary } from '../library/open-library.js';
import { renderJob, renderJobs } from '../render/render-ingestion.js';
import { examples, parseCount, type Register } from './command-options.js';
import { refuseUnfit } from './refuse-unfit.js';

export interface JobsOptions {
  readonly collection?: string;
  readonly state?: JobState;
  readonly limit: number;
  readonly watch?: boolean;
  readonly cancel?: boolean;
  readonly retry?: boolean;
}

/** Who follows or changes a job goes on with it, too, where no server does. */
const WORKING = { writes: true } as const;
/** Who looks at jobs leaves them as they are. */
const LOOKING = { writes: false } as const;

/** Those that choose among jobs. */
const CHOOSING = ['collection', 'state', 'limit'];
/** Those that do something with one. */
const DOING = ['watch', 'cancel', 'retry'];

export const registerJobs: Register = (program, execute) => {
  const about = (flags: string, meaning: string, others: readonly string[]): Option =>
    new Option(flags, meaning).conflicts([...others]);
  program
    .command('jobs')
    .description('List ingestion jobs, the newest first; or say how one stands, and what could not be read.')
    .argument('[id]', 'of a job')
    .addOption(about('-c, --collection <name>', 'list those of a collection', DOING))
    .addOption(about('--state <state>', 'list those in a state', DOING).choices(JobState.options))
    .addOption(about('-n, --limit <count>', 'list at most so many', DOING).argParser(parseCount).default(20))
    .addOption(about('--watch', 'follow it to its end; Ctrl-C stops watching, not the job', ['cancel', 'retry']))
    .addOption(about('--cancel', 'stop it; stored documents stay', ['retry']))
    .option('--retry', 'queue it again after it failed, was cancelled or given up, or left documents out')
    .addHelpText(
      'after',
      examples([
        ['arbiter jobs --state running', 'jobs that are running or waiting'],
        ['arbiter jobs --state dead_lettered', 'jobs that were given up, and why'],
        ['arbiter jobs job-1 --watch', 'one, to its end'],
      ]),
    )
    .action((id: string | undefined, options: JobsOptions, command: Command) =>
      execute((context) => {
        if (id === undefined) refuseUnfit(command, DOING, 'needs the id of a job');
        else refuseUnfit(command, CHOOSING, 'is for a list, without the id of a job');
        if (id === undefined) return list(options, context);
        if (options.watch) return watch(id, context);
        return one(id, options.cancel ? cancelJob : options.retry ? retryJob : getJob, context);
      }),
    );
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
