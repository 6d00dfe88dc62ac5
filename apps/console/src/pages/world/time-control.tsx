import { useQuery } from '@tanstack/react-query';
import { useWorld } from './use-world.js';
import { dayOf } from './words.js';
import { changesQuery } from './world-queries.js';

/** Chooses the session after which the world is shown. */
export function TimeControl() {
  const { collection, at, go } = useWorld();
  const { data } = useQuery(changesQuery(collection));
  const days = new Map<number, string | undefined>();
  for (const { entry, revertedBy } of data?.changes ?? []) if (!revertedBy) days.set(entry.session_id, entry.date);
  const sessions = [...days.keys()].sort((a, b) => a - b);
  const last = sessions.at(-1);
  if (last === undefined && at === undefined) return null;
  const before = Math.max(0, (sessions[0] ?? 0) - 1);
  // Before the first, after each, and one that only the address names.
  const times = [...new Set([before, ...sessions, at ?? before])].sort((a, b) => b - a);
  return (
    <select
      aria-label="The world as of"
      value={at ?? last}
      onChange={({ target }) => go({ at: Number(target.value) === last ? undefined : Number(target.value) })}
    >
      {times.map((session) => (
        <option key={session} value={session}>
          {session === last ? 'Now, after' : 'After'} session {session}
          {days.get(session) !== undefined && ` · ${dayOf(days.get(session) ?? '')}`}
        </option>
      ))}
    </select>
  );
}
