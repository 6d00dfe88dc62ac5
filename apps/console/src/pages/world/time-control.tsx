import { useQuery } from '@tanstack/react-query';
import { dayOf } from './words.js';
import { changesQuery } from './world-queries.js';

export interface TimeControlProps {
  readonly collection: string;
  readonly at: number | undefined;
  readonly onChange: (at: number | undefined) => void;
}

/** Chooses the session after which the world is shown. */
export function TimeControl({ collection, at, onChange }: TimeControlProps) {
  const { data } = useQuery(changesQuery(collection));
  const days = new Map<number, string | undefined>();
  for (const { entry, revertedBy } of data?.changes ?? []) if (!revertedBy) days.set(entry.session_id, entry.date);
  const sessions = [...days.keys()].sort((a, b) => a - b);
  const last = sessions.at(-1);
  if (last === undefined && at === undefined) return null;
  const first = sessions[0] ?? 0;
  // Before the first, after each, and one that only the address names.
  const times = [...new Set([Math.max(0, first - 1), ...sessions, ...(at === undefined ? [] : [at])])].sort(
    (a, b) => a - b,
  );
  const place = at === undefined ? times.length - 1 : times.indexOf(at);
  const goTo = (index: number): void => onChange(times[index] === last ? undefined : times[index]);
  const nameOf = (session: number): string => {
    if (session < first) return 'Before the first session';
    const day = days.get(session);
    return `${session === last ? 'Now, after' : 'After'} session ${session}${day === undefined ? '' : ` · ${dayOf(day)}`}`;
  };
  return (
    <div className="time" role="group" aria-label="Time of the world">
      <button type="button" aria-label="One session earlier" disabled={place <= 0} onClick={() => goTo(place - 1)}>
        ‹
      </button>
      <select aria-label="The world as of" value={times[place]} onChange={({ target }) => goTo(target.selectedIndex)}>
        {times.map((session) => (
          <option key={session} value={session}>
            {nameOf(session)}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-label="One session later"
        disabled={place >= times.length - 1}
        onClick={() => goTo(place + 1)}
      >
        ›
      </button>
    </div>
  );
}
