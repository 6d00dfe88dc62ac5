import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { ArbiterError, type SearchFilters, type SearchResult } from '@arbiter/contracts';
import {
  CorpusReader,
  readCandidates,
  readJsonLines,
  readJudgements,
  RetrievalQuery,
  selectQueries,
  type CandidatesByQuery,
  type JudgedQuery,
} from '@arbiter/evaluation';
import type { CommandContext } from '../command.context.js';
import { EXIT } from '../exit-code.js';
import type { Library } from '../library/library.js';
import { withProgress } from '../terminal/progress.display.js';
import type { FillResult, RetrievalSubject } from './evaluate-method.js';
import { storeName } from './evaluation-store.js';
import { fillFromCorpus, PASSAGE_ID_KEY } from './fill-from-corpus.js';
import { readText } from './inputs.js';

export interface BeirRequest {
  readonly folder: string;
  /** `qrels/<split>.tsv` */
  readonly split: string;
  readonly limitQueries: number | null;
}

/**
 * A folder in the layout of BEIR as something that retrieval is measured on. The corpus is only hashed here; it is read
 * when the store is filled, and never as a whole.
 *
 * @throws ArbiterError NOT_FOUND for a missing file. INVALID_REQUEST for a broken line (names its file and line), or when no
 *   query of the split can be evaluated.
 */
export async function openBeirFolder({ folder, split, limitQueries }: BeirRequest): Promise<RetrievalSubject> {
  const corpusFile = join(folder, 'corpus.jsonl');
  const queriesFile = join(folder, 'queries.jsonl');
  const judgementsFile = join(folder, 'qrels', `${split}.tsv`);
  const queries = readJsonLines(await readText(queriesFile, noSuchFile(queriesFile)), queriesFile, RetrievalQuery).map(
    ({ value }) => value,
  );
  const judgements = readJudgements(await readText(judgementsFile, noSuchFile(judgementsFile)), judgementsFile);
  const candidates = await candidatesIn(join(folder, 'candidates.tsv'));
  const selection = selectQueries(queries, judgements, candidates, limitQueries);
  if (selection.queries.length === 0) {
    throw new ArbiterError('INVALID_REQUEST', `${judgementsFile} judges no query of ${queriesFile}.`);
  }
  const corpus = await examineCorpus(corpusFile);
  /** Queries that are passages themselves, known once the corpus has been read. */
  let ownPassages: ReadonlySet<string> = new Set();
  return {
    folder: resolve(folder),
    split,
    selection,
    storeName: storeName(basename(resolve(folder)), corpus.hash),
    domainsDirectories: [],
    fill: async (library, context) => {
      const { passages, ...filled } = await fill(library, context, corpusFile, corpus.lines, selection.queries);
      ownPassages = new Set(selection.queries.map(({ id }) => id).filter((id) => passages.has(id)));
      return filled;
    },
    documentOf: passageIdOf,
    filtersFor: (query) => filtersFor(query, ownPassages.has(query.id)),
  };
}

/**
 * Restricts the passages that a query searches. A passage with the query's own id is excluded before the search, as in ArguAna.
 * Removed afterwards, it would have taken a place among the results, and the second round would have searched for it.
 */
function filtersFor({ id, candidates }: JudgedQuery, isPassage: boolean): SearchFilters | null {
  if (candidates === null) return isPassage ? { [PASSAGE_ID_KEY]: { not: id } } : {};
  const others = candidates.filter((candidate) => candidate !== id);
  return others.length === 0 ? null : { [PASSAGE_ID_KEY]: others };
}

async function fill(
  library: Library,
  context: CommandContext,
  corpusFile: string,
  lines: number,
  queries: readonly JudgedQuery[],
): Promise<FillResult & { readonly passages: Pick<CorpusReader, 'has'> }> {
  return withProgress(context, 'passages', async (show) => {
    const open = (): CorpusReader => new CorpusReader(createReadStream(corpusFile, 'utf8'), corpusFile);
    const { ingested, corpus } = await fillFromCorpus(library, open, context, (settled, chunks) =>
      show('reading', settled, lines, `${chunks} chunks`),
    );
    const judged = new Set(queries.flatMap(({ judgements }) => [...judgements.keys()]));
    const missing = [...judged].filter((id) => !corpus.has(id)).length;
    const { passages, duplicates, empty } = corpus.counts;
    return {
      exitCode: EXIT.ok,
      passages: corpus,
      counts: {
        passages,
        duplicatePassages: duplicates,
        emptyPassages: empty,
        unreadablePassages: ingested.failed,
        judgedPassages: judged.size,
        judgedPassagesMissing: missing,
      },
    };
  });
}

function passageIdOf({ metadata, source }: SearchResult): string {
  const id = metadata[PASSAGE_ID_KEY];
  if (typeof id !== 'string') throw new ArbiterError('INTERNAL', `The passage ${source} has lost its id.`);
  return id;
}

const noSuchFile = (file: string): string => `There is no ${file}: a set is corpus.jsonl, queries.jsonl and qrels/.`;

async function candidatesIn(file: string): Promise<CandidatesByQuery | null> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new ArbiterError('NOT_FOUND', `${file} cannot be read.`, { cause });
  });
  return text === null ? null : readCandidates(text, file);
}

const LINE_FEED = 0x0a;

async function examineCorpus(file: string): Promise<{ readonly hash: string; readonly lines: number }> {
  const hash = createHash('sha256');
  let lines = 0;
  let last: number | undefined;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
      last = chunk.at(-1);
    }
  } catch (cause) {
    throw new ArbiterError('NOT_FOUND', noSuchFile(file), { cause });
  }
  // The last line may do without its end.
  return { hash: hash.digest('hex'), lines: lines + (last === undefined || last === LINE_FEED ? 0 : 1) };
}
