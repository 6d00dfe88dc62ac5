import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ArbiterError, MAX_QUERY_LENGTH } from '@arbiter/contracts';
import {
  QUESTION_TYPES,
  readDocument,
  readJsonLines,
  readQuestions,
  seededRandom,
  shuffle,
  type PlainDocument,
  type Question,
} from '@arbiter/evaluation';
import type { z } from 'zod';
import type { Pack } from '../domains/find-pack.js';
import { mapBounded } from './map-bounded.js';
import { EVALUATION_SEED } from './run-description.js';

/** A list that is known to have an item. */
export type NonEmpty<T> = readonly [T, ...T[]];

const READ_AT_ONCE = 16;

/** @throws ArbiterError NOT_FOUND with the sentence, by default that there is no such file */
export async function readText(file: string, sentence = `There is no ${file}.`): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', sentence, { cause });
  });
}

/**
 * Reads a file of JSON Lines.
 *
 * @param name of the file in messages
 * @param file its path
 * @param noun plural, for the message about an empty file
 * @param limit size of a seeded sample; null: all records, in their order
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST that names file and line of a broken line, or for an empty file
 */
export async function readRecords<T>(
  name: string,
  file: string,
  schema: z.ZodType<T>,
  noun: string,
  limit: number | null = null,
): Promise<NonEmpty<T>> {
  const all = readJsonLines(await readText(file), name, schema).map(({ value }) => value);
  // Sets are often sorted by label, so the first records are no sample.
  const [first, ...others] =
    limit === null || limit >= all.length ? all : shuffle(all, seededRandom(EVALUATION_SEED)).slice(0, limit);
  if (first === undefined) throw new ArbiterError('INVALID_REQUEST', `${name} holds no ${noun}.`);
  return [first, ...others];
}

/**
 * Reads what an evaluation printed to a file with `--json`.
 *
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST if it does not fit the schema
 */
export async function readRun<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readText(file);
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${file} is not what "arbiter eval … --json" prints.`, { cause });
  }
}

/** Writes JSON Lines. */
export async function writeRecords(file: string, records: readonly object[]): Promise<void> {
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/**
 * The Markdown and plain text files of a folder, in the order of their paths.
 *
 * @param folder absolute
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST when it holds none
 */
export async function readDocuments(folder: string): Promise<readonly PlainDocument[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', `There is no folder ${folder}.`, { cause });
  });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(?:md|markdown|txt)$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  if (paths.length === 0) throw new ArbiterError('INVALID_REQUEST', `${folder} holds no Markdown and no plain text.`);
  return mapBounded(paths, READ_AT_ONCE, async (path) =>
    readDocument(path, await readFile(join(folder, path), 'utf8')),
  );
}

/** Every part of a set. */
export const ALL_PARTS = 'all';

/** Not a type, but a mark on questions of any type: they ask what follows from a change somewhere else. */
const CASCADE = 'cascade';

/** What can be asked for or left out, besides parts. */
export const QUESTION_KINDS: readonly string[] = [...QUESTION_TYPES, CASCADE];

export interface QuestionSelection {
  readonly part: string;
  /** Kinds that are asked; null: all. */
  readonly types: readonly string[] | null;
  /** Kinds that are not asked. */
  readonly without: readonly string[];
}

/**
 * The questions of a pack in one part of them, of some kinds; a set that is not divided is in every part.
 *
 * @throws ArbiterError NOT_FOUND without questions, INVALID_REQUEST for a broken line or when none is left
 */
export async function packQuestions(
  pack: Pack,
  { part, types, without }: QuestionSelection,
): Promise<NonEmpty<Question>> {
  const file = join(pack.folder, 'eval', 'questions.jsonl');
  const text = await readText(file, `The domain ${pack.domain} has no questions: there is no ${file}.`);
  const all = readQuestions(text, file);
  const isDivided = all.some((question) => question.part !== undefined);
  const ofPart = part === ALL_PARTS || !isDivided ? all : all.filter((question) => question.part === part);
  const [first, ...others] = ofPart.filter((question) => {
    const kinds = kindsOf(question);
    return (
      (types === null || kinds.some((kind) => types.includes(kind))) && !kinds.some((kind) => without.includes(kind))
    );
  });
  if (!first) throw new ArbiterError('INVALID_REQUEST', `${file} has no such questions in the part "${part}".`);
  return [first, ...others];
}

function kindsOf({ type, cascade }: Question): string[] {
  return cascade ? [type, CASCADE] : [type];
}

/**
 * Reads a list of kinds, separated by commas.
 *
 * @throws ArbiterError INVALID_REQUEST that names those there are
 */
export function parseQuestionKinds(list: string): string[] {
  const kinds = list
    .split(',')
    .map((kind) => kind.trim())
    .filter((kind) => kind !== '');
  const unknown = kinds.find((kind) => !QUESTION_KINDS.includes(kind));
  if (unknown !== undefined) {
    throw new ArbiterError('INVALID_REQUEST', `There is no "${unknown}"; there is: ${QUESTION_KINDS.join(', ')}.`);
  }
  return kinds;
}

/** A text of a set as the published operations take a query: well-formed, of at most their length; null when it is empty. */
export function queryTextOf(text: string): string | null {
  const query = text.toWellFormed().replaceAll('\0', ' ').trim().slice(0, MAX_QUERY_LENGTH).toWellFormed();
  return query === '' ? null : query;
}
