import { counted } from '@arbiter/contracts';
import type { IngestionCounts, IngestionJob } from '@arbiter/contracts';
import { remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import type { OperationCaller } from '../library/library.js';
import { renderFailures, renderWarnings } from '../render/render-ingestion.js';
import { followJobs, sumCounts } from './follow-jobs.js';

export interface IngestionResult {
  /** As they ended. */
  readonly jobs: readonly IngestionJob[];
  /** Their sum. */
  readonly counts: IngestionCounts;
  readonly exitCode: ExitCode;
  /** The message that told the user about the end; null when all is well. */
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

export interface IngestionVerdict {
  readonly exitCode: ExitCode;
  /** What the user should know or do; null when all is well. */
  readonly sentence: string | null;
}

/** What jobs that have ended come to. The user's own interruption is judged before anything else. */
export function judgeIngestion(
  jobs: readonly IngestionJob[],
  counts: IngestionCounts,
  interrupted: ExitCode | null,
): IngestionVerdict {
  if (interrupted !== null) {
    return {
      exitCode: interrupted,
      sentence: 'Stopped. Stored documents stay; the same command continues where this one ended.',
    };
  }
  const broken = jobs.find(({ state }) => state === 'failed' || state === 'dead_lettered');
  if (broken) return { exitCode: EXIT.failed, sentence: broken.error ?? `Job ${broken.id} failed without saying why.` };
  const cancelled = jobs.find(({ state }) => state === 'cancelled');
  if (cancelled) {
    return {
      exitCode: EXIT.failed,
      sentence: `Somebody else cancelled job ${cancelled.id}. Stored documents stay; the same command continues.`,
    };
  }
  const readable = counts.added + counts.changed + counts.unchanged + counts.moved;
  if (counts.failed > 0 && readable === 0) return { exitCode: EXIT.failed, sentence: 'No document could be read.' };
  if (counts.failed > 0) {
    return {
      exitCode: EXIT.ok,
      sentence: `Warning: ${counted(counts.failed, 'document')} could not be read; the others are stored.`,
    };
  }
  if (readable + counts.deleted === 0) return { exitCode: EXIT.failed, sentence: nothingFound(counts) };
  return { exitCode: EXIT.ok, sentence: null };
}

function nothingFound({ skipped }: IngestionCounts): string {
  const others = skipped === 0 ? '' : ` (${counted(skipped, 'file')} of other formats left out)`;
  return `Found no document to read${others}: Arbiter reads text, Markdown, HTML, PDF, Office files, EPUB, mail, tables, pictures and source code.`;
}
