import { parseChangelogEntry, type RecordedEntry } from '@arbiter/changelog';
import { describe, expect, it } from '@jest/globals';
import { documentOf } from '../../test/towns.js';
import { changelogEntities } from './changelog-entities.js';
import { DocumentReading, workOn } from './document-reading.js';

const entries = (...updates: object[]): RecordedEntry[] => [
  { id: 1, recordedAt: 0, entry: parseChangelogEntry({ session_id: 1, entity_updates: updates }) },
];
const documents = [documentOf('a.md', 'Shed 2', 'The wheel lathe stands in shed 2. Class 60 no. 52 003 is a diesel.')];
const found = (log: RecordedEntry[]) => {
  const reading = new DocumentReading('', { entities: [], relations: [] }, new Uint32Array(), String);
  return workOn(changelogEntities(log, [], [{ path: 'a.md', reading }]), documents);
};

describe('changelogEntities', () => {
  it.each([
    ['wheel-lathe', 'wheel lathe'],
    ['the-wheel-lathe', 'wheel lathe'],
    ['52-003', '52 003'],
    ['class-60', 'Class 60'],
  ])('finds %s in the documents as %p', (id, name) => {
    const [entity] = found(entries({ entity_id: id, entity_type: 'machine', status: 'closed' }));
    expect(entity).toMatchObject({ name, type: 'machine' });
    const { start, end } = entity!.evidence[0]!;
    expect(documents[0]?.text.slice(start, end)).toBe(name);
  });

  it('keeps a thing that no document names, and the ends of relations', () => {
    const relation = { from: 'night-shift', to: 'wheel-lathe', new_status: 'operates' };
    const log: RecordedEntry[] = [
      { id: 1, recordedAt: 0, entry: parseChangelogEntry({ session_id: 1, relationship_updates: [relation] }) },
    ];
    expect(found(log).map(({ name, evidence }) => [name, evidence.length])).toEqual([
      ['night shift', 0],
      ['wheel lathe', 1],
    ]);
  });

  it('takes no word for a part of another', () => {
    expect(found(entries({ entity_id: 'lath', status: 'closed' }))[0]?.evidence).toEqual([]);
  });
});
