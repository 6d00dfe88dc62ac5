import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExtractedEntity } from '@arbiter/extraction';
import { packFolder } from '@arbiter/testing/packs';
import { describe, expect, it } from '@jest/globals';
import { compareExtraction, meansSame, measureExtraction } from './measure-extraction.js';
import { type GoldEntity, readPack } from './read-pack.js';

const ROOT = join(import.meta.dirname, '../../../..');

const found = (name: string, type: string, ...aliases: string[]): ExtractedEntity => ({
  id: name,
  name,
  type,
  aliases,
  typeVotes: {},
  nameVotes: {},
  salience: 3,
  describedIn: [],
  evidence: [],
  definition: null,
});
const label = (name: string, type: string, ...aliases: string[]): GoldEntity => ({ name, type, aliases });
const told = (from: string, type: string, to: string) => ({
  from,
  type,
  to,
  evidence: { document: 'a', start: 0, end: 0 },
  isDoubtful: false,
});

describe('measureExtraction', () => {
  it.each([join(ROOT, 'domains/lantern-coast'), packFolder('redmoor-hospital')])(
    'reaches what the graph needs on %s',
    async (pack) => {
      const { entities, relations } = measureExtraction(await readPack(pack));
      expect(entities.f1).toBeGreaterThanOrEqual(0.75);
      expect(entities.recall).toBeGreaterThanOrEqual(0.65);
      expect(relations.f1).toBeGreaterThanOrEqual(0.5);
    },
  );
});

describe('compareExtraction', () => {
  it('finds a label by any of its names, whatever case and article, and each entity for one label', () => {
    const { entities, typeAccuracy } = compareExtraction(
      { entities: [found('the red mill', 'place', 'Old Grinder'), found('Fog', 'place')], relations: [] },
      { entities: [label('Mill', 'item', 'Red Mill'), label('Mill two', 'place', 'Old Grinder')], relations: [] },
    );
    expect(entities).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
    expect(typeAccuracy).toBe(0);
  });

  it('asks of a relation both ends and a type of the same meaning', () => {
    const entities = [found('Ada', 'person'), found('Guild', 'guild'), found('Mill', 'place')];
    const { relations, relationsUntyped } = compareExtraction(
      {
        entities,
        relations: [told('Guild', 'managed_by', 'Ada'), told('Ada', 'owns', 'Mill'), told('Mill', 'led_by', 'Guild')],
      },
      {
        entities: [label('Ada', 'person'), label('Guild', 'guild'), label('Mill', 'place')],
        relations: [
          { from: 'Ada', type: 'leads', to: 'Guild' },
          { from: 'Ada', type: 'lives_in', to: 'Mill' },
        ],
      },
    );
    expect(relations).toEqual({ precision: 1 / 3, recall: 0.5, f1: 0.4 });
    expect(relationsUntyped).toMatchObject({ precision: 2 / 3, recall: 1 });
  });

  it('counts nothing found as zero, not as an error', () => {
    expect(compareExtraction({ entities: [], relations: [] }, { entities: [], relations: [] })).toMatchObject({
      entities: { precision: 0, recall: 0, f1: 0 },
      aliasClusters: { f1: 0 },
    });
  });

  it('measures how names are clustered', () => {
    const { aliasClusters } = compareExtraction(
      { entities: [found('A', 'x', 'B'), found('C', 'x')], relations: [] },
      { entities: [label('A', 'x'), label('B', 'x', 'C')], relations: [] },
    );
    expect(aliasClusters.precision).toBeCloseTo(2 / 3);
    expect(aliasClusters.recall).toBeCloseTo(2 / 3);
  });
});

describe('meansSame', () => {
  it.each([
    ['led_by', 'led_by', true, true],
    ['led_by', 'led_by', false, false],
    ['led_by', 'leads', false, true],
    ['kept_by', 'owns', false, true],
    ['sailed_by', 'sails', false, true],
    ['lives_in', 'located_in', true, true],
    ['child_of', 'parent_of', false, true],
    ['child_of', 'parent_of', true, false],
    ['married_to', 'married_to', false, true],
    ['member_of', 'led_by', true, false],
  ])('compares %s with %s, same direction: %s', (type, gold, sameDirection, expected) => {
    expect(meansSame(type, gold, sameDirection)).toBe(expected);
  });
});

describe('readPack', () => {
  it('names file and line of a broken label', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pack-'));
    try {
      for (const name of ['documents', 'eval']) await mkdir(join(folder, name));
      await writeFile(join(folder, 'config.json'), '{"entities": {"types": ["person"]}}');
      await writeFile(join(folder, 'eval', 'entities.jsonl'), '{"name": "Ada"}\n{"name": 3}\n');
      await writeFile(join(folder, 'eval', 'relations.jsonl'), '');
      await expect(readPack(folder)).rejects.toThrow(/entities\.jsonl, line 2/);
      await writeFile(join(folder, 'eval', 'entities.jsonl'), '{"name": "Ada"}\n\n');
      expect(await readPack(folder)).toMatchObject({ entities: [{ name: 'Ada', aliases: [] }], documents: [] });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
