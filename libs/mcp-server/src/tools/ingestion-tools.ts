import {
  ArbiterError,
  cancelJob,
  getJob,
  type IngestionJob,
  shownLine,
  submitJob,
  watchJob,
  type JobEvent,
  type OperationOutput,
} from '@arbiter/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import type { Library, ProgressNotice } from '../library.js';
import { textContent, toolOf, WRITES, type ToolOutput } from './mcp-tool.js';

/** How long `ingest` waits for its job, in milliseconds: half of what common clients wait for a tool. */
const WAIT_MS = 30_000;

/** Files left out that the text names; the structured content has the others. */
const LEFT_OUT_SHOWN = 10;

/** The fields of the kinds that models use; all kinds of the operation are read. */
const SOURCE = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['inline', 'url', 'site', 'git', 'path'] },
    ...Object.fromEntries(
      ['name', 'content', 'title', 'url', 'repository', 'path'].map((field) => [field, { type: 'string' }]),
    ),
  },
  required: ['kind'],
};

/** For stopping a job whose client has gone, in milliseconds. */
const CANCEL_MS = 10_000;

/** The tool that says how a job stands. */
const STATUS_TOOL = getJob.mcp?.tool ?? '';

/** Submits documents and waits for them to be read. What takes longer goes on; a client that cancels meanwhile stops it. */
export const INGEST = toolOf(submitJob, {
  title: 'Read documents into the library',
  description:
    `${submitJob.summary} Waits up to ${WAIT_MS / 1_000} seconds for the job to end; ask "${STATUS_TOOL}" about one that takes longer. ` +
    'A document that has gone from a folder since the last time is deleted from the library.',
  fields: {
    collection: 'The collection to read into; it is made when it is not there.',
    sources: {
      type: 'array',
      description:
        'Documents to read: {kind: "inline", name, content} with a file name such as "a.md", {kind: "url", url} with a page of the web, {kind: "site", url} with the pages below it, {kind: "git", repository}, or {kind: "path", path} with a file or folder on the disk of the server, where it names the folders that may be read.',
      items: SOURCE,
    },
    language: 'What most documents of a new collection are written in, such as "de"; English when left out.',
  },
  // Sources may lie anywhere on the web, and what has gone from one is deleted.
  annotations: { ...WRITES, openWorldHint: true },
  async run(request, library) {
    const job = await library.ask(submitJob, request);
    return reportOf(job.finishedAt === null ? await seeThrough(job.id, library) : job);
  },
});

export const INGESTION_STATUS = toolOf(getJob, {
  title: 'How an ingestion stands',
  fields: { jobId: 'The "id" that "ingest" gave.' },
  run: async (args, library) => reportOf(await library.ask(getJob, args)),
});

async function seeThrough(jobId: string, library: Library): Promise<OperationOutput<typeof getJob>> {
  try {
    return await library.run(watchJob, { jobId }, noticeOf, { deadlineMs: WAIT_MS });
  } catch (error) {
    const { caller, options } = library;
    if (options.signal.aborted) {
      await caller.request(cancelJob, { jobId }, { signal: AbortSignal.timeout(CANCEL_MS) });
      throw error;
    }
    if (!(error instanceof ArbiterError) || error.code !== 'DEADLINE_EXCEEDED') throw error;
    return library.ask(getJob, { jobId });
  }
}

function noticeOf(event: JobEvent): ProgressNotice | null {
  if (event.type === 'failure') return { message: `${event.failure.source}: ${event.failure.reason}` };
  const { settled, total, current } = event;
  return {
    message: current ?? `${settled} documents`,
    done: settled,
    ...(total !== null && { total }),
  };
}

/** A client need not be told the documents that it has just sent. */
function reportOf({ sources: _, ...job }: IngestionJob): ToolOutput {
  return { structured: job, content: [renderJob(job)] };
}

function renderJob(job: Omit<IngestionJob, 'sources'>): ContentBlock {
  const { added, changed, unchanged, moved, deleted, failed, skipped } = job.counts;
  const leftOut = job.leftOut ?? [];
  const counts = Object.entries({ added, changed, unchanged, moved, deleted, failed, skipped })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  const lines = [
    `Job ${job.id} for the collection "${job.collection}" ${PHRASES[job.state]}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}.`,
    ...(job.error === null ? [] : [job.error]),
    ...job.failures.map(({ source, reason }) => shownLine(`${source}: ${reason}`)),
    ...leftOut.slice(0, LEFT_OUT_SHOWN).map(({ source, reason }) => shownLine(`Left out: ${source}: ${reason}`)),
    ...(leftOut.length > LEFT_OUT_SHOWN ? [`… and ${skipped - LEFT_OUT_SHOWN} more are left out.`] : []),
    ...(job.finishedAt === null ? [`Ask "${STATUS_TOOL}" with this id how it stands.`] : []),
  ];
  return textContent(lines.join('\n'));
}

const PHRASES: Readonly<Record<IngestionJob['state'], string>> = {
  queued: 'is queued',
  running: 'is running',
  succeeded: 'has succeeded',
  completed_with_errors: 'has stored what could be read',
  failed: 'has failed',
  cancelled: 'was cancelled',
  dead_lettered: 'was given up',
};
