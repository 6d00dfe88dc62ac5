import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EntityIndex, type KnownEntity, parseChangelogEntry, type Relation } from '@arbiter/changelog';
import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../extraction/read-pack.js';
import { extractChanges } from '@arbiter/session-changes';
import { measureChanges } from './measure-pack-changes.js';
import { compareChanges } from './measure-changes.js';

const ROOT = join(import.meta.dirname, '../../../..');
const LABELLED = join(ROOT, 'libs/session-changes/test/labelled');

const entry = (
  session_id: number,
  updates: readonly (readonly [string, string])[],
  relations: readonly (readonly [string, string])[] = [],
) =>
  parseChangelogEntry({
    session_id,
    entity_updates: updates.map(([entity_id, status]) => ({ entity_id, status })),
    relationship_updates: relations.map(([from, to]) => ({ from, to, new_status: 'led_by' })),
  });

describe('compareChanges', () => {
  it('matches by session, entity and what the status means for use, not by its spelling', () => {
    const gold = [
      entry(1, [
        ['inn', 'destroyed'],
        ['gate', 'reopened'],
        ['mara', 'deceased'],
      ]),
    ];
    const found = [
      entry(1, [
        ['inn', 'burned down'],
        ['gate', 'shut'],
      ]),
      entry(2, [['mara', 'deceased']]),
    ];
    expect(compareChanges(found, gold)).toMatchObject({
      changeF1: 1 / 3,
      entities: { precision: 1 / 3, recall: 1 / 3 },
      missed: ['1 gate available', '1 mara unavailable'],
      wrong: ['1 gate unavailable', '2 mara unavailable'],
    });
  });

  it('matches changes between entities by their ends, in whichever direction', () => {
    const gold = [
      entry(
        1,
        [],
        [
          ['guild', 'mara'],
          ['guild', 'joss'],
        ],
      ),
    ];
    expect(compareChanges([entry(1, [], [['mara', 'guild']])], gold).relationships).toMatchObject({
      precision: 1,
      recall: 0.5,
    });
  });

  it('counts nothing found as zero, not as an error', () => {
    expect(compareChanges([], [])).toMatchObject({ changeF1: 0, all: { precision: 0, recall: 0 } });
  });
});

describe('measureChanges', () => {
  it.each([
    ['domains/lantern-coast', 'gold', 0.75, 0.85],
    ['domains/lantern-coast', 'extracted', 0.65, 0.8],
    ['tools/packs/redmoor-hospital', 'gold', 0.85, 0.9],
    ['tools/packs/redmoor-hospital', 'extracted', 0.75, 0.85],
  ] as const)('reaches what a changelog needs on %s with %s entities', async (pack, entities, f1, precision) => {
    const measured = await measureChanges(join(ROOT, pack), entities);
    expect(measured.changeF1).toBeGreaterThanOrEqual(f1);
    expect(measured.entities.precision).toBeGreaterThanOrEqual(precision);
  });
});

interface Expected {
  readonly entities: readonly (readonly [string, string, string, string[]?])[];
  readonly relations: readonly (readonly [string, string, string])[];
  readonly statuses: Readonly<Record<string, string>>;
  readonly changes: object;
  readonly doubtful?: readonly string[];
}

async function measureLabelled(name: string) {
  const expected = JSON.parse(await readFile(join(LABELLED, name, 'expected.json'), 'utf8')) as Expected;
  const entities = expected.entities.map(([id, title, type, aliases]): KnownEntity => ({
    id,
    name: title,
    type,
    ...(aliases && { aliases }),
  }));
  const relations = expected.relations.map(([from, type, to]): Relation => ({ from, type, to }));
  const session = await readDocument(join(LABELLED, name), join(LABELLED, name, 'session.md'));
  const { entries, waiting } = extractChanges([session], { entities, relations, statuses: expected.statuses });
  const index = new EntityIndex(entities);
  const gold = [parseChangelogEntry({ session_id: Number(session.metadata.session), ...expected.changes })];
  const idOf = (id: string): string => index.find(id)?.id ?? id.toLowerCase();
  return {
    ...compareChanges(entries, gold, { idOf }),
    doubtful: waiting.map(({ entityUpdate }) => entityUpdate?.entity_id),
    expected,
  };
}

describe('the labelled sessions', () => {
  it('are read with few errors, whatever they are of', async () => {
    const names = (await readdir(LABELLED)).filter((name) => !name.endsWith('.md'));
    for (const name of names) {
      const { changeF1, entities, doubtful, expected } = await measureLabelled(name);
      expect({ name, good: changeF1 >= 0.7 && entities.precision >= 0.8 }).toEqual({ name, good: true });
      expect(doubtful).toEqual(expect.arrayContaining([...(expected.doubtful ?? [])]));
    }
  });
});
