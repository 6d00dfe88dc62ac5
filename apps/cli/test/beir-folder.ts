import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface BeirFiles {
  readonly corpus: readonly object[];
  readonly queries: readonly object[];
  /** query-id, corpus-id, score */
  readonly judgements: readonly (readonly [string, string, number])[];
  /** query-id, corpus-id */
  readonly candidates?: readonly (readonly [string, string])[];
}

/** Writes a set in the layout of BEIR, with one split `test`. */
export async function writeBeirFolder(
  folder: string,
  { corpus, queries, judgements, candidates }: BeirFiles,
): Promise<void> {
  const lines = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  const rows = (cells: readonly (readonly unknown[])[]): string => cells.map((row) => `${row.join('\t')}\n`).join('');
  await mkdir(join(folder, 'qrels'), { recursive: true });
  await writeFile(join(folder, 'corpus.jsonl'), lines(corpus));
  await writeFile(join(folder, 'queries.jsonl'), lines(queries));
  await writeFile(join(folder, 'qrels/test.tsv'), rows([['query-id', 'corpus-id', 'score'], ...judgements]));
  if (candidates) await writeFile(join(folder, 'candidates.tsv'), rows([['query-id', 'corpus-id'], ...candidates]));
}
