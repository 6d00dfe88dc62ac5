import {
  listSchedules,
  removeSchedule,
  type IngestionSchedule,
  type IngestionSource,
  type ListedSchedule,
} from '@arbiter/contracts';
import { Option } from 'commander';
import { printResult, remark, type CommandContext } from '../command.context.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { withLibrary } from '../library/open-library.js';
import { examples, type Register } from './command-options.js';

export const registerSchedules: Register = (program, execute) => {
  program
    .command('schedules')
    .description(
      'List what `arbiter ingest --refresh` has scheduled, when each is due and how its last job stands. It is ingested while ' +
        'a server or worker of this library runs.',
    )
    .option('-c, --collection <name>', 'those of a collection')
    .addOption(
      new Option('--remove <id>', 'no longer ingest this schedule; its documents stay').conflicts('collection'),
    )
    .addHelpText('after', examples([['arbiter schedules', 'what is kept current, and how']]))
    .action(({ remove: id, ...selection }: { readonly collection?: string; readonly remove?: string }) =>
      execute((context) => (id === undefined ? list(selection, context) : remove(id, context))),
    );
};

async function list(selection: { readonly collection?: string }, context: CommandContext): Promise<ExitCode> {
  return withLibrary(context, { writes: true }, async (library) => {
    const found = await library.request(listSchedules, selection, { signal: context.interruption.signal });
    printResult(context, found, () => renderSchedules(found.schedules));
    if (found.schedules.length === 0 && !context.options.json) remark(context, 'Nothing is scheduled.');
    return EXIT.ok;
  });
}

async function remove(scheduleId: string, context: CommandContext): Promise<ExitCode> {
  return withLibrary(context, { writes: true }, async (library) => {
    const schedule = await library.request(removeSchedule, { scheduleId }, { signal: context.interruption.signal });
    printResult(context, schedule, () => `Removed ${renderSchedule(schedule)}\n`);
    return EXIT.ok;
  });
}

/** A line for each schedule: id, what and how often, when it is due, how its last job stands. */
export function renderSchedules(schedules: readonly ListedSchedule[]): string {
  return schedules
    .map(({ schedule, lastJob }) => {
      const last = lastJob === null ? 'last job forgotten' : `last ${lastJob.id} ${lastJob.state}`;
      return `${renderSchedule(schedule)} · due ${schedule.nextDueAt} · ${last}\n`;
    })
    .join('');
}

export function renderSchedule({ id, refresh, collection, sources }: IngestionSchedule): string {
  const [first, ...others] = sources;
  const what = first ? nameOf(first) : '';
  return `${id}  ${refresh} · ${collection} · ${what}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

function nameOf(source: IngestionSource): string {
  switch (source.kind) {
    case 'path':
      return source.path;
    case 'git':
      return source.repository;
    case 'inline':
    case 'upload':
      return source.name;
    default:
      return source.url;
  }
}
