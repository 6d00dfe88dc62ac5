import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EntityIndex, type KnownEntity, parseChangelogEntry, type Relation } from '@arbiter/changelog';
import { compareChanges } from '@arbiter/evaluation';
import { packFolder } from '@arbiter/testing/packs';
import { describe, expect, it } from '@jest/globals';
import { readDocument } from '../extraction/read-pack.js';
import { extractChanges } from '@arbiter/session-changes';
import { measureChanges } from './measure-pack-changes.js';

const ROOT = join(import.meta.dirname, '../../../..');
const LABELLED = join(ROOT, 'libs/session-changes/test/labelled');

describe('measureChanges', () => {
  it.each([
    ['kestrel-line', 'gold', 0.65, 0.6],
    ['cinderfall-works', 'gold', 0.6, 0.7],
    ['brackwater-terminal', 'gold', 0.7, 0.9],
    ['brackwater-terminal', 'extracted', 0.6, 0.9],
  ] as const)('stays where it was on %s with %s entities', async (pack, entities, f1, precision) => {
    const measured = await measureChanges(packFolder(pack), entities);
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
      expect({ name, good: changeF1 >= 0.55 && entities.precision >= 0.8 }).toEqual({ name, good: true });
      expect(doubtful).toEqual(expect.arrayContaining([...(expected.doubtful ?? [])]));
    }
  });
});
