import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { Changelog } from './changelog.js';
import { parseChangelog, parseChangelogEntry } from './changelog-entry.js';

const entryOf = (session: number, status: string, date?: string) =>
  parseChangelogEntry({ session_id: session, entity_updates: [{ entity_id: 'inn', status }], ...(date && { date }) });
const statuses = (log: Changelog, at = {}) => log.entries(at).map(({ entry }) => entry.entity_updates[0]?.status);

describe('parseChangelogEntry', () => {
  it('reads the published example, and keeps unknown keys', () => {
    const entry = parseChangelogEntry({
      session_id: 12,
      entity_updates: [
        { entity_id: 'tavern-redoak', entity_type: 'location', status: 'destroyed', destroyed_by: ['player_party'] },
      ],
      relationship_updates: [{ from: 'party', to: 'merchants-guild', old_status: 'allied', new_status: 'hostile' }],
      scribe: 'Ann',
    });
    expect(entry).toMatchObject({ session_id: 12, scribe: 'Ann' });
    expect(entry.entity_updates[0]).toMatchObject({ destroyed_by: ['player_party'] });
  });

  it('takes a session as the entity index writes it', () => {
    expect(parseChangelogEntry({ session_id: 'session_8', entity_updates: [{ entity_id: 'a' }] }).session_id).toBe(8);
  });

  it.each([
    ['no session', { entity_updates: [{ entity_id: 'a' }] }, 'session_id'],
    ['a session below 0', { session_id: -1, entity_updates: [{ entity_id: 'a' }] }, 'session_id'],
    ['an entity without an id', { session_id: 1, entity_updates: [{ status: 'dead' }] }, 'entity_updates.0.entity_id'],
    [
      'a status of blanks',
      { session_id: 1, entity_updates: [{ entity_id: 'a', status: ' ' }] },
      'entity_updates.0.status',
    ],
    ['a day that there is not', { session_id: 1, date: '2025-02-30', entity_updates: [{ entity_id: 'a' }] }, 'date'],
    [
      'a relation of an entity to itself',
      { session_id: 1, relationship_updates: [{ from: 'a', to: 'a', new_status: 'allied' }] },
      'relationship_updates.0',
    ],
    ['no change', { session_id: 1 }, ''],
  ])('refuses an entry with %s', (_, value, path) => {
    const thrown = thrownBy(() => parseChangelogEntry(value));
    expect(thrown).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(thrown.details).toMatchObject({ issues: expect.arrayContaining([expect.objectContaining({ path })]) });
  });

  it('names the line that is wrong', () => {
    const good = JSON.stringify({ session_id: 1, entity_updates: [{ entity_id: 'a', status: 'dead' }] });
    expect(parseChangelog(`${good}\n\n${good}\n`)).toHaveLength(2);
    expect(() => parseChangelog(`${good}\n\n{`)).toThrow('Line 3 of the changelog is not JSON.');
    expect(() => parseChangelog(`${good}\n{}`)).toThrow(/^Line 2 of the changelog: .*session_id/);
  });
});

describe('a changelog', () => {
  const log = Changelog.empty
    .append(entryOf(1, 'open', '2025-01-11'), 100)
    .append(entryOf(3, 'destroyed', '2025-02-08'), 200)
    // Late: found out after session 3, true since session 2.
    .append(entryOf(2, 'closed', '2025-01-25'), 300);

  it('tells what was true, whenever it became known', () => {
    expect(statuses(log)).toEqual(['open', 'closed', 'destroyed']);
    expect(statuses(log, { session: 2 })).toEqual(['open', 'closed']);
    expect(statuses(log, { date: '2025-01-25' })).toEqual(['open', 'closed']);
    expect(statuses(log, { session: 0 })).toEqual([]);
  });

  it('tells what was believed at a time', () => {
    expect(statuses(log, { session: 2, recordedBy: 250 })).toEqual(['open']);
  });

  it('forgets a reverted entry, but not that it was believed', () => {
    const reverted = log.revert(2, 400);
    expect(statuses(reverted)).toEqual(['open', 'closed']);
    expect(statuses(reverted, { recordedBy: 399 })).toEqual(['open', 'closed', 'destroyed']);
    expect(log.events).toHaveLength(3);
    expect(() => reverted.revert(2, 500)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
  });

  it('tells which entries were reverted, by what and when, as far as it was known', () => {
    const reverted = log.revert(2, 400);
    const known = (at = {}) => reverted.changes(at).map(({ id, revertedBy }) => [id, revertedBy]);
    expect(known()).toEqual([
      [1, null],
      [3, null],
      [2, { id: 4, recordedAt: 400 }],
    ]);
    expect(known({ recordedBy: 399 })).toEqual([
      [1, null],
      [3, null],
      [2, null],
    ]);
  });

  it('lets what was recorded last count of what a session says twice', () => {
    const twice = log.append(entryOf(3, 'rebuilt'), 400);
    expect(statuses(twice)).toEqual(['open', 'closed', 'destroyed', 'rebuilt']);
  });

  it.each([0, 4, 1.5])('has no entry %p to revert', (id) => {
    expect(() => log.revert(id, 400)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });

  it('does not revert a revert', () => {
    expect(() => log.revert(2, 400).revert(4, 500)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });

  it('keeps what a person accepted and rejected; a rejection never counts, and can be taken back', () => {
    const [entry] = log.entries();
    const decision = { proposal: '3-k3f9q1c2', by: 'Ada' };
    const decided = Changelog.from([
      ...log.events,
      { id: 4, recordedAt: 400, kind: 'entry', entry: entryOf(3, 'rebuilt'), decision },
      { id: 5, recordedAt: 400, kind: 'rejection', entry: entry!.entry, decision },
    ]);
    expect(decided.entries().map(({ id }) => id)).not.toContain(5);
    expect(statuses(decided)).toEqual(['open', 'closed', 'destroyed', 'rebuilt']);
    const verdicts = (of: Changelog) =>
      of.decisions().map(({ id, decision: told, revertedBy }) => [id, told?.verdict, revertedBy?.id ?? null]);
    expect(verdicts(decided)).toEqual([
      [4, 'accepted', null],
      [5, 'rejected', null],
    ]);
    expect(verdicts(decided.revert(5, 500))).toEqual([
      [4, 'accepted', null],
      [5, 'rejected', 6],
    ]);
    expect(() => decided.revert(5, 500).revert(5, 600)).toThrow(expect.objectContaining({ code: 'CONFLICT' }));
  });

  it('is only ever appended to', () => {
    expect(() => log.append(entryOf(4, 'open'), 299)).toThrow('cannot be recorded before');
    expect(() => log.append(entryOf(4, 'open'), NaN)).toThrow('cannot be recorded before');
  });

  it('comes back from storage as it was, or not at all', () => {
    const stored = log.revert(2, 400).events;
    expect(Changelog.from(stored).events).toEqual(stored);
    expect(() => Changelog.from(stored.slice(1))).toThrow('Event 1 of the changelog has the id 2.');
  });
});

function thrownBy(run: () => unknown): ArbiterError {
  try {
    run();
  } catch (thrown) {
    return ArbiterError.from(thrown);
  }
  throw new Error('nothing was thrown');
}
