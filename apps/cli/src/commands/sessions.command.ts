import { basename } from 'node:path';
import {
  ArbiterError,
  extractChanges,
  type IngestionSource,
  type OperationRequest,
  type ProposedChange,
  type RecordedChange,
  submitJob,
} from '@arbiter/contracts';
import { type CollectionTarget, onCollection, withCollection } from './collection-target.js';
import { readTextFile } from '../changelog/read-entries.js';
import { collectChanges } from '../changelog/world-as-of.js';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { seeThroughJobs } from '../ingestion/see-through-jobs.js';
import { renderCounts } from '../render/render-ingestion.js';
import { renderProposals } from '../render/render-proposals.js';
import { examples, parseWhole, type Register } from './command-options.js';

interface ExtractOptions extends CollectionTarget {
  readonly session?: number;
  readonly acceptStated?: boolean;
}

interface AddOptions extends CollectionTarget {
  readonly number?: number;
}

/** The number in the front matter of a record. */
const SESSION_LINE = /^session(?:_id)?:[ \t]*["']?(?:session[_ -]?)?(\d{1,9})["']?[ \t]*$/im;

export const registerSessions: Register = (program, execute) => {
  const sessions = program
    .command('sessions')
    .description(
      'Read what sessions changed from their records: transcripts, shift logs, minutes. A record is a document with the number ' +
        'of its session. What is told as a fact is proposed as such; what is doubtful becomes a question.',
    );
  onCollection(sessions.command('extract'))
    .summary('propose changes, each with its evidence')
    .option('--session <number>', 'only of a session (default: all that the changelog has no entry of)', parseWhole)
    .option('--accept-stated', 'add what is told as a fact to the changelog, one entry a session')
    .addHelpText(
      'after',
      examples([
        ['arbiter sessions extract -d lantern-coast', 'what new sessions changed; nothing is recorded'],
        ['arbiter sessions extract --accept-stated', 'record what is stated, show the rest as questions'],
      ]),
    )
    .action((options: ExtractOptions) => execute((context) => extract(options, context)));
  onCollection(sessions.command('review'))
    .summary('list what a person should decide, with the questions')
    .action((options: CollectionTarget) => execute((context) => review(options, context)));
  onCollection(sessions.command('add'))
    .summary('read records of sessions into the collection')
    .argument('<file...>', 'texts in Markdown or plain text; "session: 7" in the front matter gives the number')
    .option('--number <number>', 'of the session, in place of that of the front matter', parseWhole)
    .addHelpText('after', examples([['arbiter sessions add shift-31.md --number 31', 'the log of shift 31']]))
    .action((files: string[], options: AddOptions) => execute((context) => add(files, options, context)));
};

async function extract(
  { session, acceptStated, ...target }: ExtractOptions,
  context: CommandContext,
): Promise<ExitCode> {
  return withCollection(target, { writes: true }, context, async (library, collection) => {
    const input: OperationRequest<typeof extractChanges> = {
      collection,
      policy: acceptStated === true ? 'accept-stated' : 'propose',
      ...(session !== undefined && { session }),
    };
    const extracted = await library.request(extractChanges, input, { signal: context.interruption.signal });
    const { proposals, added, omitted } = extracted;
    printResult(context, extracted, () => renderProposals(proposals, added));
    if (context.options.json) return EXIT.ok;
    if (extracted.sessions.length === 0) remark(context, `Every session of ${collection} is in the changelog.`);
    else if (proposals.length === 0) remark(context, 'These sessions change nothing that the rules can read.');
    if (omitted > 0) remark(context, `${omitted} more proposals: --session shows those of one session.`);
    const questions = proposals.filter(({ question }) => question !== null).length;
    if (questions > 0)
      remark(context, `${questions} for a person to decide: \`arbiter changelog add\` records the answers.`);
    return EXIT.ok;
  });
}

async function review(target: CollectionTarget, context: CommandContext): Promise<ExitCode> {
  return withCollection(target, { writes: true }, context, async (library, collection) => {
    const { signal } = context.interruption;
    const { proposals } = await library.request(extractChanges, { collection, includeRecorded: true }, { signal });
    const { changes } = await collectChanges(library, { collection }, { signal });
    const open = proposals.filter((one) => one.certainty === 'doubtful' && !isDecided(one, changes));
    printResult(context, { collection, proposals: open }, () => renderProposals(open));
    if (open.length === 0 && !context.options.json)
      remark(context, `No session of ${collection} leaves a question open.`);
    return EXIT.ok;
  });
}

/** Whether the changelog says of the same session what became of the same entity, or of the same two. */
function isDecided(proposal: ProposedChange, changes: readonly RecordedChange[]): boolean {
  const { session, entityUpdate, relationshipUpdate } = proposal;
  return changes.some(
    ({ entry }) =>
      entry.session_id === session &&
      (entry.entity_updates.some((one) => one.entity_id === entityUpdate?.entity_id) ||
        entry.relationship_updates.some(
          ({ from, to }) => from === relationshipUpdate?.from && to === relationshipUpdate.to,
        )),
  );
}

async function add(
  files: readonly string[],
  { number, ...target }: AddOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const sources = await Promise.all(files.map((file) => recordIn(file, number, context)));
  return withCollection(target, { writes: true }, context, async (library, collection) => {
    const job = await library.request(submitJob, { collection, sources }, { signal: context.interruption.signal });
    const { exitCode, ...result } = await seeThroughJobs(library, [job], context);
    printResult(context, result, () => renderCounts(result));
    return exitCode;
  });
}

/** @throws ArbiterError INVALID_REQUEST for a record without a number */
async function recordIn(file: string, number: number | undefined, context: CommandContext): Promise<IngestionSource> {
  const { name, text } = await readTextFile(file, context);
  const session = number ?? sessionIn(text);
  if (session === null)
    throw new ArbiterError(
      'INVALID_REQUEST',
      `${name} does not say which session it is of: write "session: 7" into its front matter, or give --number 7.`,
    );
  return {
    kind: 'inline',
    name: file === '-' ? `session-${session}.md` : basename(file),
    content: text,
    metadata: { session },
  };
}

function sessionIn(text: string): number | null {
  const frontMatter = /^\uFEFF?---\r?\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const found = SESSION_LINE.exec(frontMatter.replaceAll('\r', ''))?.[1];
  return found === undefined ? null : Number(found);
}
