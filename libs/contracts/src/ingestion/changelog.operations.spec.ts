import { describe, expect, it } from '@jest/globals';
import { ChangelogEntry } from './changelog-entry.js';
import { listChanges } from './changelog.operations.js';
import { dropCollection } from './documents.operations.js';

describe('what a query says of changes', () => {
  it('is read as numbers and switches', () => {
    const query = { collection: 'lore', sinceId: '17', asOfSession: '5', limit: '2', includeReverted: 'true' };
    const expected = { collection: 'lore', sinceId: 17, asOfSession: 5, limit: 2, includeReverted: true };
    expect(listChanges.input.parse(query)).toEqual(expected);
    expect(listChanges.input.parse({ collection: 'lore', includeReverted: 'false' }).includeReverted).toBe(false);
    expect(dropCollection.input.parse({ collection: 'lore' }).keepChangelog).toBe(false);
  });
});

describe('an entry', () => {
  it('is a session by its number or its name, and the same when it is read again', () => {
    const updates = { entity_updates: [{ entity_id: ' inn ', status: 'closed', by: ['a'] }] };
    const sessions = [8, 'session_8', 'Session 8', 'SESSION-8', 'session8'];
    const read = sessions.map((session_id) => ChangelogEntry.parse({ session_id, ...updates, scribe: 'Ann' }));
    for (const entry of read) expect(entry).toEqual(read[0]);
    expect(read[0]).toMatchObject({ session_id: 8, scribe: 'Ann', entity_updates: [{ entity_id: 'inn', by: ['a'] }] });
    expect(ChangelogEntry.parse(read[0])).toEqual(read[0]);
  });

  it.each(['8', 'day 8', 'session', 1.5, null, 1_000_000_000])('has no session %j', (session_id) => {
    expect(ChangelogEntry.safeParse({ session_id, entity_updates: [{ entity_id: 'a' }] }).success).toBe(false);
  });
});
