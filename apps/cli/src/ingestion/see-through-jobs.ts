import type { IngestionCounts, IngestionJob } from '@arbiter/contracts';
import { remark, type CommandContext } from '../command.context.js';
import type { ExitCode } from '../exit-code.js';
import type { OperationCaller } from '../library/library.js';
import { renderFailures, renderWarnings } from '../render/render-ingestion.js';
import { followJobs, sumCounts } from './follow-jobs.js';
import { judgeIngestion } from './judge-ingestion.js';

export interface IngestionResult {
  /** As they ended. */
  readonly jobs: readonly IngestionJob[];
  /** Their sum. */
  readonly counts: IngestionCounts;
  readonly exitCode: ExitCode;
  /** What the user was told about the end; null when all is well. */
  readonly sentence: string | null;
}

/** Follows jobs to their end and tells people what could not be read and what to do. */
export async function seeThroughJobs(
  library: OperationCaller,
  queued: readonly IngestionJob[],
  context: CommandContext,
): Promise<IngestionResult> {
  const jobs = await followJobs(library, queued, context);
  const counts = sumCounts(jobs);
  const { exitCode, sentence } = judgeIngestion(jobs, counts, context.interruption.exitCode);
  context.terminal.err.write(renderWarnings(jobs) + renderFailures(jobs));
  if (sentence !== null) remark(context, sentence);
  return { jobs, counts, exitCode, sentence };
}
