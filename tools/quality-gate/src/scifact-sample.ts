import { createReadStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CorpusReader, readJsonLines, readJudgements, RetrievalQuery, selectQueries } from '@arbiter/evaluation';

const QUERIES = 100;
/** Enough that an answer is not found by chance, few enough to be embedded in a minute. */
const PASSAGES = 500;

/**
 * Writes a small set of SciFact: the first queries of the test split, every passage that is judged for them, and others
 * spread evenly over the corpus. The same every time.
 *
 * @returns `target`
 * @throws ArbiterError INVALID_REQUEST for a broken line
 */
export async function writeScifactSample(source: string, target: string): Promise<string> {
  const queriesFile = join(source, 'queries.jsonl');
  const judgementsFile = join(source, 'qrels', 'test.tsv');
  const queries = readJsonLines(await readFile(queriesFile, 'utf8'), queriesFile, RetrievalQuery);
  const judgements = readJudgements(await readFile(judgementsFile, 'utf8'), judgementsFile);
  const texts = queries.map(({ value }) => value);
  const { queries: selected } = selectQueries(texts, judgements, null, QUERIES);

  const corpusFile = join(source, 'corpus.jsonl');
  const passages = [];
  for await (const passage of new CorpusReader(createReadStream(corpusFile, 'utf8'), corpusFile))
    passages.push(passage);
  const judged = new Set(selected.flatMap((query) => [...query.judgements.keys()]));
  const others = passages.filter(({ id }) => !judged.has(id));
  const wanted = PASSAGES - judged.size;
  const spread = new Set(
    Array.from({ length: wanted }, (_, n) => others[Math.floor((n * others.length) / wanted)]?.id),
  );
  const sample = passages.filter(({ id }) => judged.has(id) || spread.has(id));

  await mkdir(join(target, 'qrels'), { recursive: true });
  await writeLines(
    join(target, 'corpus.jsonl'),
    sample.map(({ id, title, text }) => JSON.stringify({ _id: id, title, text })),
  );
  await writeLines(
    join(target, 'queries.jsonl'),
    selected.map(({ id, text }) => JSON.stringify({ _id: id, text })),
  );
  const rows = selected.flatMap(({ id, judgements: ofQuery }) =>
    [...ofQuery].map(([passageId, grade]) => `${id}\t${passageId}\t${grade}`),
  );
  await writeLines(join(target, 'qrels', 'test.tsv'), ['query-id\tcorpus-id\tscore', ...rows]);
  return target;
}

async function writeLines(file: string, lines: readonly string[]): Promise<void> {
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
}
