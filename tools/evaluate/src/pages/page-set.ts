import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { hashPack, readText, storeName } from '@arbiter/cli';
import { ArbiterError } from '@arbiter/contracts';
import {
  readJsonLines,
  readJudgements,
  readTable,
  selectQueries,
  SetId,
  type JudgedQuery,
  type QuerySelection,
} from '@arbiter/evaluation';
import { z } from 'zod';

const Kind = z.string().trim().min(1).nullish();

/** A line of `queries.jsonl`. */
const Query = z
  .object({ _id: SetId, text: z.string().trim().min(1), type: Kind, page_type: Kind })
  .transform(({ _id: id, text, type, page_type }) => ({ id, text, type: type ?? null, pageType: page_type ?? null }));

/** A file of `pdfs/`. */
export interface Pdf {
  /** Without its ending: pages are judged as `name#number`. */
  readonly name: string;
  readonly file: string;
  /** Absolute. */
  readonly path: string;
}

/** A question with judgements of pages, by `pageId`. */
export interface PageQuery extends Omit<JudgedQuery, 'candidates'> {
  /** What holds the answer, or what is asked; null where the set does not say. */
  readonly type: string | null;
  readonly pageType: string | null;
  /** Names of the only PDFs whose pages are ranked; null: all. */
  readonly scope: readonly string[] | null;
}

export interface PageSet {
  /** Absolute path. */
  readonly folder: string;
  /** Name of the folder of its store: sets with the same PDFs share one. */
  readonly storeName: string;
  readonly pdfs: readonly Pdf[];
  readonly queries: readonly PageQuery[];
  /** Counts the queries that are not evaluated. */
  readonly selection: QuerySelection;
}

/** How judgements name a page. @param number from 1 */
export function pageId(pdf: string, number: number): string {
  return `${pdf}#${number}`;
}

/**
 * A folder of PDFs with questions whose pages are judged. The PDFs are only hashed here.
 *
 * @param limit at most so many queries, the first ones; null for all
 * @throws ArbiterError NOT_FOUND for a missing file or a folder without PDFs. INVALID_REQUEST for a broken line (names its file and
 *   line), for a PDF that is named and missing, or when no query can be evaluated
 */
export async function openPageSet(folder: string, limit: number | null): Promise<PageSet> {
  const queriesFile = join(folder, 'queries.jsonl');
  const judgementsFile = join(folder, 'qrels', 'test.tsv');
  const lines = readJsonLines(await readText(queriesFile, noSuchFile(queriesFile)), queriesFile, Query);
  const judgements = readJudgements(await readText(judgementsFile, noSuchFile(judgementsFile)), judgementsFile);
  const pdfs = await pdfsIn(join(folder, 'pdfs'));
  const names = new Set(pdfs.map(({ name }) => name));
  for (const [query, ofQuery] of judgements) {
    for (const id of ofQuery.keys()) requirePage(id, names, `${judgementsFile}: query ${query}: `);
  }
  const queries = lines.map(({ value }) => value);
  const selection = selectQueries(queries, judgements, null, limit);
  if (selection.queries.length === 0) {
    throw new ArbiterError('INVALID_REQUEST', `${judgementsFile} judges no query of ${queriesFile}.`);
  }
  const scopes = await scopesIn(join(folder, 'scope.tsv'), names);
  // Of queries with one id the first holds.
  const kinds = new Map(queries.toReversed().map((query) => [query.id, query]));
  return {
    folder: resolve(folder),
    storeName: storeName(basename(resolve(folder)), await hashPack(join(folder, 'pdfs'))),
    pdfs,
    queries: selection.queries.map(({ candidates: _, ...query }) => {
      const { type = null, pageType = null } = kinds.get(query.id) ?? {};
      return { ...query, type, pageType, scope: scopes.get(query.id) ?? null };
    }),
    selection,
  };
}

const ENDING = /\.pdf$/i;

async function pdfsIn(folder: string): Promise<Pdf[]> {
  const files = await readdir(folder).catch((cause: unknown) => {
    throw new ArbiterError('NOT_FOUND', noSuchFile(folder), { cause });
  });
  const pdfs = files
    .filter((file) => ENDING.test(file))
    .sort()
    .map((file) => ({ name: file.replace(ENDING, ''), file, path: resolve(folder, file) }));
  if (pdfs.length === 0) throw new ArbiterError('NOT_FOUND', `${folder} holds no PDF.`);
  return pdfs;
}

/** The last `#` divides: names may hold one. */
const PAGE_ID = /^(?<name>.+)#(?<number>[1-9]\d*)$/;

function requirePage(id: string, names: ReadonlySet<string>, where: string): void {
  const name = PAGE_ID.exec(id)?.groups?.name;
  const fault = name === undefined ? `"${id}" names no page: expected PDF#NUMBER, from 1.` : missing(name, names);
  if (fault !== null) throw new ArbiterError('INVALID_REQUEST', where + fault);
}

function missing(name: string, names: ReadonlySet<string>): string | null {
  return names.has(name) ? null : `there is no pdfs/${name}.pdf.`;
}

/** Names of PDFs by query, with or without their ending; empty without the file. */
async function scopesIn(file: string, names: ReadonlySet<string>): Promise<ReadonlyMap<string, readonly string[]>> {
  const tsv = await readText(file).catch((error: unknown) => {
    if (ArbiterError.from(error).code === 'NOT_FOUND') return '';
    throw error;
  });
  const scopes = new Map<string, string[]>();
  for (const { cells, line } of readTable(tsv, file, ['query-id', 'pdf'])) {
    const [query, given] = cells;
    const name = names.has(given) ? given : given.replace(ENDING, '');
    const fault = missing(name, names);
    if (fault !== null) throw new ArbiterError('INVALID_REQUEST', `${file}:${line}: ${fault}`);
    scopes.set(query, [...(scopes.get(query) ?? []), name]);
  }
  return scopes;
}

const noSuchFile = (file: string): string =>
  `There is no ${file}: a set of pages is pdfs/, queries.jsonl and qrels/test.tsv.`;
