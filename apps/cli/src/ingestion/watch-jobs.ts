import type { IngestionJob } from '@arbiter/contracts';
import type { CommandContext } from '../command.context.js';
import type { OperationCaller } from '../library/library.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { followJob } from './follow-jobs.js';

/**
 * Shows the progress of jobs until each has ended, or the user looks away: that leaves the jobs as they are.
 *
 * @returns the jobs that were seen to their end
 */
export async function watchJobs(
  library: OperationCaller,
  jobs: readonly IngestionJob[],
  context: CommandContext,
): Promise<IngestionJob[]> {
  const display = createProgressDisplay(context.terminal, context.now);
  const ended: IngestionJob[] = [];
  for (const job of jobs) {
    try {
      ended.push(await followJob(library, job, display, { signal: context.interruption.signal }));
    } catch (error) {
      if (context.interruption.exitCode === null) throw error;
    }
  }
  return ended;
}
