import type { IngestionSchedule, IngestionSource, ListedSchedule } from '@arbiter/contracts';

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
      return source.name;
    default:
      return source.url;
  }
}
