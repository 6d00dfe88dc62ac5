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
import {
  askAbout,
  type DecisionOptions,
  type Decisions,
  decisionsOf,
  sendDecisions,
} from '../changelog/review-proposals.js';
import { canAsk, printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { seeThroughJobs } from '../ingestion/see-through-jobs.js';
import { renderCounts } from '../render/render-ingestion.js';
import { renderEntry } from '../render/render-changelog.js';
import { renderDecisions, renderProposals } from '../render/render-proposals.js';
import { examples, parseWhole, type Register } from './command-options.js';
import { originOf, type OriginOptions, withOrigin } from './origin-options.js';

interface ExtractOptions extends CollectionTarget {
  readonly session?: number;
  readonly acceptStated?: boolean;
}

interface ReviewOptions extends CollectionTarget, OriginOptions, DecisionOptions {
  readonly all?: boolean;
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
  withOrigin(onCollection(sessions.command('review')))
    .summary('decide single changes; without decisions, list the questions, or ask them on a terminal')
    .argument('[session]', 'all open changes of this session, not only questions', parseWhole)
    .option('--accept <id...>', 'record these changes')
    .option('--reject <id...>', 'do not propose these changes again')
    .option('--answer <id=words...>', 'answer the question of a change: 7-k3f9q1c2="knocked out"')
    .option('--reopen <id...>', 'take decisions back')
    .option('--all', 'list decided changes too')
    .addHelpText(
      'after',
      examples([
        ['arbiter sessions review', 'the questions of all sessions'],
        ['arbiter sessions review 7', 'what session 7 changed, as far as nobody has decided it'],
        ['arbiter sessions review --accept 7-k3f9q1c2 --reject 7-0a6w2mzp', 'one is so, the other is not'],
        ['arbiter sessions review --answer 7-k3f9q1c2="knocked out" --by Ada', 'she did not die'],
      ]),
    )
    .action((session: number | undefined, options: ReviewOptions) =>
      execute((context) => review(session, options, context)),
    );
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
      remark(context, `${questions} for a person to decide: \`arbiter sessions review\` records the answers.`);
    return EXIT.ok;
  });
}

async function review(
  session: number | undefined,
  { all = false, ...options }: ReviewOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const given = decisionsOf(options);
  return withCollection(options, { writes: true }, context, async (library, collection) => {
    const { signal } = context.interruption;
    const record = async (decisions: Decisions): Promise<void> => {
      const origin = { collection, ...originOf(options, context) };
      const decided = await sendDecisions(library, origin, decisions, signal);
      printResult(context, { collection, ...decided }, () => renderDecisions(decided));
    };
    if (given) {
      await record(given);
      return EXIT.ok;
    }
    const extracted = await library.request(
      extractChanges,
      { collection, includeRecorded: true, includeDecided: all, ...(session !== undefined && { session }) },
      { signal },
    );
    // Of all sessions together, only the questions: what is stated may pass by policy.
    const listed = extracted.proposals.filter(
      ({ certainty }) => session !== undefined || all || certainty === 'doubtful',
    );
    const open = listed.filter(({ decision }) => decision === null);
    const { outdated } = extracted;
    if (!canAsk(context) || open.length === 0) {
      printResult(context, { collection, proposals: listed, outdated }, () => renderProposals(listed));
      if (!context.options.json) remarkOnReview({ collection, session, open, outdated }, context);
      return EXIT.ok;
    }
    const decisions = await askAbout(open, context);
    const answered = new Set([...decisions.accept, ...decisions.reject, ...decisions.answers.map(({ id }) => id)]);
    if (answered.size > 0) await record(decisions);
    const left = open.filter(({ id }) => !answered.has(id));
    remarkOnReview({ collection, session, open: left, outdated }, context);
    return EXIT.ok;
  });
}

function remarkOnReview(
  {
    collection,
    session,
    open,
    outdated,
  }: {
    readonly collection: string;
    readonly session: number | undefined;
    readonly open: readonly ProposedChange[];
    readonly outdated: readonly RecordedChange[];
  },
  context: CommandContext,
): void {
  const whose = session === undefined ? `No session of ${collection}` : `Session ${session} of ${collection}`;
  if (open.length === 0) remark(context, `${whose} leaves ${session === undefined ? 'a question' : 'nothing'} open.`);
  for (const { id, entry } of outdated)
    remark(
      context,
      `Entry ${id} was accepted, and its record no longer tells it: ${renderEntry(entry).join('; ')}. ` +
        `\`arbiter changelog list --revert ${id}\` takes it back.`,
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
