import { entryKey } from '@arbiter/changelog';
import {
  addChanges,
  type ChangeContradiction,
  type ChangelogEntry,
  type listChanges,
  MAX_ADDED_ENTRIES,
  revertChange,
  shownValue,
  type OperationRequest,
} from '@arbiter/contracts';
import { Option } from 'commander';
import { type CollectionTarget, onCollection, withCollection } from './collection-target.js';
import { readEntries } from '../changelog/read-entries.js';
import { collectChanges, parseWorldTime, worldOf } from '../changelog/world-as-of.js';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import type { Library } from '../library/library.js';
import { remarksOn, renderChanges, renderWorld, wordContradiction } from '../render/render-changelog.js';
import { examples, parseCount, parseWhole, type Register } from './command-options.js';

interface ListOptions extends CollectionTarget {
  readonly session?: number;
  readonly date?: string;
  readonly recordedBy?: string;
  readonly since?: number;
  readonly sinceSession?: number;
  readonly entity?: string;
  readonly reverted?: boolean;
  readonly asOf?: string;
  readonly revert?: number;
  readonly limit: number;
}

/** Options that choose among changes. */
const CHOOSING = ['session', 'date', 'since', 'sinceSession', 'entity', 'reverted', 'limit'];

export const registerChangelog: Register = (program, execute) => {
  const changelog = program
    .command('changelog')
    .description(
      'What changed in the world that documents describe, session by session. The documents stay as they are.',
    );
  onCollection(changelog.command('list', { isDefault: true }))
    .summary('list changes in the order of sessions')
    .option('--session <number>', 'what was true after a session', parseWhole)
    .option('--date <day>', 'what was true at the end of a day, such as 2026-03-14')
    .option('--recorded-by <time>', 'what was known at a time, such as 2026-03-14T20:00:00Z')
    .option('--since <id>', 'what was recorded or reverted after this entry', parseWhole)
    .option('--since-session <number>', 'what happened after a session', parseWhole)
    .option('--entity <id>', 'what concerns an entity')
    .option('--reverted', 'with what was reverted')
    .addOption(
      new Option(
        '--as-of <time>',
        'how the world stood after a session, such as 6, or at the end of a day, such as 2026-03-14, instead of the changes',
      ).conflicts(CHOOSING),
    )
    .option('-n, --limit <count>', 'at most so many', parseCount, 100)
    .addOption(
      new Option('--revert <id>', 'take an entry back; it stays on record')
        .argParser(parseCount)
        .conflicts(['asOf', 'recordedBy', ...CHOOSING]),
    )
    .addHelpText(
      'after',
      examples([
        ['arbiter changelog list -d lantern-coast', 'all that counts'],
        ['arbiter changelog list --since 17', 'what changed since entry 17'],
        [
          'arbiter changelog list --session 2 --recorded-by 2026-03-14T20:00:00Z',
          'what was then believed of session 2',
        ],
        ['arbiter changelog list --as-of 6', 'who is dead and what is closed after session 6'],
      ]),
    )
    .action((options: ListOptions) =>
      execute((context) => {
        if (options.revert !== undefined) return revert(options.revert, options, context);
        return options.asOf === undefined ? list(options, context) : asOf(options.asOf, options, context);
      }),
    );
  onCollection(changelog.command('add'))
    .summary('record entries; those that are there already are left out')
    .argument('<file>', 'a JSON object a line; "-" reads the standard input')
    .option('--again', 'also those that are there already')
    .addHelpText('after', examples([['arbiter changelog add session-7.jsonl', 'record what session 7 changed']]))
    .action((file: string, options: CollectionTarget & { readonly again?: boolean }) =>
      execute((context) => add(file, options, context)),
    );
};

async function list(options: ListOptions, context: CommandContext): Promise<ExitCode> {
  const { session, date, recordedBy, since, sinceSession, entity, reverted, limit } = options;
  return withCollection(options, { writes: false }, context, async (library, collection) => {
    const { signal } = context.interruption;
    const input: OperationRequest<typeof listChanges> = {
      collection,
      // What changed since then is also what was taken back since then.
      includeReverted: reverted === true || since !== undefined,
      ...(session !== undefined && { asOfSession: session }),
      ...(date !== undefined && { date }),
      ...(recordedBy !== undefined && { recordedBy }),
      ...(since !== undefined && { sinceId: since }),
      ...(sinceSession !== undefined && { sinceSession }),
      ...(entity !== undefined && { entity }),
    };
    const page = await collectChanges(library, input, { limit, signal });
    printResult(context, { collection, ...page }, () => renderChanges(page.changes));
    if (!context.options.json) {
      for (const sentence of page.contradictions.map(wordContradiction)) remark(context, sentence);
      if (page.changes.length === 0) remark(context, `No such changes are recorded in ${collection}.`);
      if (page.next !== null) remark(context, `There are more: -n ${limit * 10} shows more of them.`);
    }
    return EXIT.ok;
  });
}

async function add(
  file: string,
  { again = false, ...target }: CollectionTarget & { readonly again?: boolean },
  context: CommandContext,
): Promise<ExitCode> {
  const entries = await readEntries(file, context);
  return withCollection(target, { writes: true }, context, async (library, collection) => {
    const { signal } = context.interruption;
    const fresh = again ? entries : await withoutRecorded(entries, library, collection, signal);
    const ids: number[] = [];
    const unknown = new Set<string>();
    const late: { id: number; entry: ChangelogEntry }[] = [];
    const contradictions: ChangeContradiction[] = [];
    for (let from = 0; from < fresh.length; from += MAX_ADDED_ENTRIES) {
      const some = fresh.slice(from, from + MAX_ADDED_ENTRIES);
      const added = await library.request(addChanges, { collection, entries: some }, { signal });
      ids.push(...added.ids);
      for (const id of added.unknownEntities) unknown.add(id);
      late.push(...some.flatMap((entry, index) => lateEntry(added, entry, index)));
      contradictions.push(...added.contradictions);
    }
    const skipped = entries.length - fresh.length;
    const unknownEntities = [...unknown];
    const result = { collection, ids, skipped, unknownEntities, late: late.map(({ id }) => id), contradictions };
    printResult(context, result, () => `Added ${entriesOf(ids)} to the changelog of ${collection}.\n`);
    if (!context.options.json)
      for (const sentence of remarksOn({ collection, skipped, unknownEntities, late, contradictions }))
        remark(context, sentence);
    return EXIT.ok;
  });
}

async function revert(id: number, target: CollectionTarget, context: CommandContext): Promise<ExitCode> {
  return withCollection(target, { writes: true }, context, async (library, collection) => {
    const input = { collection, id: String(id) };
    const reverted = await library.request(revertChange, input, { signal: context.interruption.signal });
    printResult(context, { collection, ...reverted }, () => {
      const done = reverted.repeated ? 'was reverted before:' : 'no longer counts:';
      return `Entry ${id} ${done}\n${renderChanges([reverted.change])}`;
    });
    return EXIT.ok;
  });
}

async function asOf(
  word: string,
  { recordedBy, ...target }: Pick<ListOptions, keyof CollectionTarget | 'recordedBy'>,
  context: CommandContext,
): Promise<ExitCode> {
  const time = { ...parseWorldTime(word), ...(recordedBy !== undefined && { recordedBy }) };
  return withCollection(target, { writes: false }, context, async (library, collection) => {
    const { changes } = await collectChanges(library, { collection, ...time }, { signal: context.interruption.signal });
    const { entities, relations } = worldOf(changes);
    const result = { collection, ...time, entities: [...entities.values()], relations };
    printResult(context, result, () => renderWorld({ entities, relations }));
    if (entities.size + relations.length === 0 && !context.options.json)
      remark(context, `The changelog of ${collection} says nothing of that time: the documents hold.`);
    return EXIT.ok;
  });
}

/** Entries that the changelog does not have, reverted ones included. What a file says twice may be recorded twice. */
async function withoutRecorded(
  entries: readonly ChangelogEntry[],
  library: Library,
  collection: string,
  signal: AbortSignal,
): Promise<ChangelogEntry[]> {
  const recorded = new Map<string, number>();
  const { changes } = await collectChanges(library, { collection, includeReverted: true }, { signal });
  for (const { entry } of changes) {
    const key = keyOf(entry);
    recorded.set(key, (recorded.get(key) ?? 0) + 1);
  }
  return entries.filter((entry) => {
    const key = keyOf(entry);
    const left = recorded.get(key) ?? 0;
    recorded.set(key, left - 1);
    return left <= 0;
  });
}

/** A library for people hands out entries without what a terminal would obey. */
function keyOf(entry: ChangelogEntry): string {
  return entryKey(shownValue(entry));
}

function lateEntry(
  { ids, late }: { readonly ids: readonly number[]; readonly late: readonly number[] },
  entry: ChangelogEntry,
  index: number,
): { id: number; entry: ChangelogEntry }[] {
  const id = ids[index];
  return id !== undefined && late.includes(id) ? [{ id, entry }] : [];
}

/** `entry 3`, `entries 3 to 5`, `nothing`. */
function entriesOf(ids: readonly number[]): string {
  const [first, last] = [ids.at(0), ids.at(-1)];
  if (first === undefined || last === undefined) return 'nothing';
  return first === last ? `entry ${first}` : `entries ${first} to ${last}`;
}
