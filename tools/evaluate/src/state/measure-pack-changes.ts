import {
  type ChangelogEntry,
  EntityIndex,
  type KnownEntity,
  parseChangelog,
  type Relation,
  type StatusVocabulary,
} from '@arbiter/changelog';
import { type ChangeMeasurement, compareChanges } from '@arbiter/evaluation';
import { extractDocuments, type ExtractableDocument } from '@arbiter/extraction';
import { extractChanges, type KnownWorld } from '@arbiter/session-changes';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { matchEntities } from '../extraction/measure-extraction.js';
import { readDocument, readPack } from '../extraction/read-pack.js';

const Statuses = z.object({
  entities: z
    .object({ statuses: z.record(z.string(), z.object({ available: z.boolean().optional() })).default({}) })
    .default({ statuses: {} }),
});
const GoldIds = z.object({
  id: z.string().optional(),
  name: z.string(),
  type: z.string().default('thing'),
  aliases: z.array(z.string()).default([]),
});

/** A pack as far as changes are measured on it. */
export interface ChangingPack {
  readonly sessions: readonly ExtractableDocument[];
  readonly known: KnownWorld;
  readonly gold: readonly ChangelogEntry[];
  readonly labelled: readonly KnownEntity[];
}

/** @param entities `gold`: the labelled ones are known; `extracted`: those that the rules find in documents and sessions */
export async function readChangingPack(folder: string, entities: 'gold' | 'extracted'): Promise<ChangingPack> {
  const pack = await readPack(folder);
  const config: unknown = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
  const files = (await readdir(join(folder, 'sessions'))).filter((name) => name.endsWith('.md')).sort();
  const sessions = await Promise.all(files.map((name) => readDocument(folder, join(folder, 'sessions', name))));
  const labelled = (await readFile(join(folder, 'eval', 'entities.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => GoldIds.parse(JSON.parse(line)))
    .map(({ id, ...one }): KnownEntity => ({ ...one, id: id ?? one.name }));
  const index = new EntityIndex(labelled);
  const shared = {
    vocabulary: vocabularyOf(Statuses.parse(config)),
    relationTypes: pack.schema.relationTypes.map(({ type }) => type),
  };
  const gold = parseChangelog(await readFile(join(folder, 'changelog.jsonl'), 'utf8'));
  if (entities === 'gold') {
    const idOf = (name: string): string => index.find(name)?.id ?? name;
    const relations = pack.relations.map(({ from, type, to }): Relation => ({ from: idOf(from), type, to: idOf(to) }));
    return { sessions, gold, labelled, known: { ...shared, entities: labelled, relations } };
  }
  const extraction = extractDocuments([...pack.documents, ...sessions], pack.schema);
  const matches = matchEntities(
    extraction.entities,
    labelled.map((one) => ({ ...one, aliases: [...(one.aliases ?? [])] })),
  );
  const goldIdOf = new Map(
    [...matches.byGold].map(([label, found]) => [found.id, (label as { readonly id?: string }).id ?? label.name]),
  );
  const idOf = (id: string): string => goldIdOf.get(id) ?? `found:${id}`;
  const found = extraction.entities.map(({ id, name, type, aliases }): KnownEntity => ({
    id: idOf(id),
    name,
    type: type ?? 'thing',
    aliases,
  }));
  // What only sessions tell was not so before them.
  const relations = extraction.relations
    .filter(({ evidence }) => !evidence.document.startsWith('sessions/'))
    .map(({ from, type, to }): Relation => ({ from: idOf(from), type, to: idOf(to) }));
  return { sessions, gold, labelled, known: { ...shared, entities: found, relations } };
}

function vocabularyOf({ entities: { statuses } }: z.infer<typeof Statuses>): StatusVocabulary {
  const of = (available: boolean): string[] =>
    Object.entries(statuses).flatMap(([status, says]) => (says.available === available ? [status] : []));
  return { available: of(true), unavailable: of(false) };
}

export async function measureChanges(
  folder: string,
  entities: 'gold' | 'extracted',
): Promise<ChangeMeasurement & { readonly waiting: number }> {
  const { sessions, known, gold, labelled } = await readChangingPack(folder, entities);
  const { entries, waiting } = extractChanges(sessions, known);
  const index = new EntityIndex(labelled);
  const idOf = (id: string, type?: string): string => index.find(id, type)?.id ?? id;
  return {
    ...compareChanges(entries, gold, { idOf, ...(known.vocabulary && { vocabulary: known.vocabulary }) }),
    waiting: waiting.length,
  };
}
