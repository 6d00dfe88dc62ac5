import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  extractDocuments,
  isProvenType,
  JUDGED_RULES_VERSION,
  type JudgedType,
  LEAST_JUDGED,
  RELATION_PRECISION,
  RULES_VERSION,
} from '@arbiter/extraction';
import { packFolder } from '@arbiter/testing/packs';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { compareExtraction } from './measure-extraction.js';
import { readPack } from './read-pack.js';

const ROOT = join(import.meta.dirname, '../../../..');
/** Every relation that the rules read in them has a label or a judgement. The rules were made on the first six. */
const JUDGED_PACKS = [
  join(ROOT, 'domains/lantern-coast'),
  ...[
    ...['redmoor-hospital', 'millbeck-waterworks', 'larkfield-software', 'saltmere-ferries', 'ashen-march'],
    ...['cinderfall-works', 'hollowmere-campaign', 'ashgrove-college', 'saltwind-saga', 'stagdown-zoo'],
    'tern-rock-station',
  ].map((name) => packFolder(name)),
];
/** Nobody reads their documents: what has no label counts as wrong. */
const UNREAD_PACKS = ['kestrel-line', 'brackwater-terminal', 'vale-of-thorns'].map((name) => packFolder(name));

/**
 * A relation that the rules read where no label has it, judged once by its sentence: whether that says what the relation says. A
 * contact of a firm is no member of it. Packs beside those above declare no types, and were judged for some types only.
 */
const Judgement = z.strictObject({
  pack: z.string(),
  from: z.string(),
  type: z.string(),
  to: z.string(),
  isTrue: z.boolean(),
});
type Judgement = z.output<typeof Judgement>;

const keyOf = ({ pack, from, type, to }: Omit<Judgement, 'isTrue'>): string => [pack, from, type, to].join('\n');

async function judgements(): Promise<readonly Judgement[]> {
  const lines = (await readFile(join(ROOT, 'tools/evaluate/judged-relations.jsonl'), 'utf8')).trim().split('\n');
  return lines.map((line) => Judgement.parse(JSON.parse(line)));
}

/** Relations that the rules read in a pack, with whether each is right; null where nobody has judged it. */
async function relationsIn(folder: string, judged: ReadonlyMap<string, boolean>) {
  const pack = await readPack(folder);
  const { entities, relations } = extractDocuments(pack.documents, pack.schema);
  const told = relations.filter(({ isDoubtful }) => !isDoubtful);
  const { found } = compareExtraction({ entities, relations: told }, pack).hits.relations;
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  return told.map(({ from, type, to }, at) => {
    const named = { pack: folder.split('/').at(-1) ?? '', from: names.get(from) ?? '', type, to: names.get(to) ?? '' };
    return { type, isRight: found[at] === true || (judged.get(keyOf(named)) ?? null) };
  });
}

describe('the precision of relations by type', () => {
  it('is what the labels and the judgements say, of every type of which enough were judged', async () => {
    const all = await judgements();
    const judged = new Map(all.map((one) => [keyOf(one), one.isTrue]));
    const read = (await Promise.all(JUDGED_PACKS.map((folder) => relationsIn(folder, judged)))).flat();
    // One that the rules read newly is to be judged before it counts.
    expect(read.filter(({ isRight }) => isRight === null)).toEqual([]);
    const unread = (await Promise.all(UNREAD_PACKS.map((folder) => relationsIn(folder, new Map())))).flat();
    const names = new Set(JUDGED_PACKS.map((folder) => folder.split('/').at(-1)));
    const others = all.filter(({ pack }) => !names.has(pack)).map(({ type, isTrue }) => ({ type, isRight: isTrue }));
    const cases = [...read, ...unread, ...others];
    const measured = [...new Set(cases.map(({ type }) => type))]
      .map((type): JudgedType => {
        const own = cases.filter((one) => one.type === type);
        return { type, judged: own.length, right: own.filter(({ isRight }) => isRight === true).length };
      })
      .filter(({ judged: count }) => count >= LEAST_JUDGED)
      .sort((a, b) => b.judged - a.judged || a.type.localeCompare(b.type));
    expect(RELATION_PRECISION).toEqual(measured);
  }, 120_000);

  it('holds for the rules of this version: with others, judge what they read anew', () => {
    expect(JUDGED_RULES_VERSION).toBe(RULES_VERSION);
  });

  it('proves those that are right nine times of ten', () => {
    expect(RELATION_PRECISION.filter(({ type }) => isProvenType(type)).map(({ type }) => type)).toEqual([
      'deputy_of',
      'managed_by',
      'related_to',
      'teacher_of',
    ]);
    expect(isProvenType('located_in')).toBe(false);
    expect(isProvenType('wrote')).toBe(false);
  });
});
