import { listCollections } from '@arbiter/contracts';
import { remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { readVersion } from '../version.js';
import type { ArmSettings } from './arm-settings.js';
import { describeMachine } from './describe-machine.js';
import { SEARCH_FIELDS } from './evaluate-method.js';
import { measureMethods } from './measure-methods.js';
import type { RetrievalRun } from './retrieval-run.js';
import type { FillResult, RetrievalSubject } from './retrieval-subject.js';
import type { MethodGroup } from './search-methods.js';
import { summariseRun, type RecordsByMethod } from './summarise-run.js';

export interface MeasurementPlan {
  readonly groups: readonly MethodGroup[];
  /** Of the retriever arm. */
  readonly settings: ArmSettings;
}

export interface MeasuredRetrieval {
  readonly run: RetrievalRun;
  readonly byMethod: RecordsByMethod;
}

/**
 * Fills the store of a subject, asks it every query by every method, and sums up.
 *
 * @param dataset name of the subject in the result
 * @param context with the subject's store as its data directory
 * @returns the exit code when the store could not be filled
 */
export async function measureRetrieval(
  dataset: string,
  subject: RetrievalSubject,
  { groups, settings }: MeasurementPlan,
  context: CommandContext,
): Promise<MeasuredRetrieval | ExitCode> {
  const filled = await fillStore(subject, context);
  if (filled.exitCode !== EXIT.ok) return filled.exitCode;
  const byMethod = await measureMethods(groups, subject, context);
  const methods = groups.flatMap(({ names, fields }) => names.map((name) => [name, fields] as const));
  const run: RetrievalRun = {
    command: 'eval retrieval',
    dataset,
    split: subject.split,
    ...summariseRun(byMethod),
    counts: { ...filled.counts, ...leftOut(subject) },
    config: {
      methods: Object.fromEntries(methods),
      search: SEARCH_FIELDS,
      retriever: settings,
      collections: filled.collections,
      versions: { arbiter: await readVersion(), node: process.version },
      machine: describeMachine(),
      measuredAt: new Date(context.now()).toISOString(),
    },
  };
  return { run, byMethod };
}

type FilledStore = FillResult & { readonly collections: RetrievalRun['config']['collections'] };

async function fillStore(subject: RetrievalSubject, context: CommandContext): Promise<FilledStore> {
  const { domainsDirectories, folder } = subject;
  return withLibrary(context, { writes: true, domainsDirectories }, async (library) => {
    remark(context, `Reading ${folder} into ${library.place}`);
    const filled = await subject.fill(library, context);
    const { collections } = await library.request(listCollections, {});
    return {
      ...filled,
      collections: collections.map(({ manifest, documents, chunks }) => ({ ...manifest, documents, chunks })),
    };
  });
}

function leftOut({ selection }: RetrievalSubject): Record<string, number> {
  const { unjudged, nothingRelevant, withoutText, duplicates, beyondLimit } = selection.leftOut;
  return {
    queriesUnjudged: unjudged,
    queriesWithNothingRelevant: nothingRelevant,
    queriesWithoutText: withoutText,
    queriesDuplicate: duplicates,
    queriesBeyondLimit: beyondLimit,
  };
}
