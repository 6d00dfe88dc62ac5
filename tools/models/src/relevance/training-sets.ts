import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { IngestionSource, SearchResult } from '@arbiter/contracts';
import {
  citesEvidence,
  CorpusReader,
  readJsonLines,
  readJudgements,
  RetrievalQuery,
  selectQueries,
  type CorpusPassage,
} from '@arbiter/evaluation';
import { readTrainingPack } from '../library.js';

/** A question whose evidence is known. */
export interface TrainingQuestion {
  readonly id: string;
  readonly text: string;
  /** Whether a result is a passage that the question's answer rests on. */
  isEvidence(result: SearchResult): boolean;
}

/** Documents, and questions that they answer. */
export interface TrainingSet {
  /** Also that of the collection which holds its documents. */
  readonly name: string;
  readonly sources: readonly IngestionSource[];
  readonly questions: readonly TrainingQuestion[];
}

/** As many items as asked, spread evenly over a list; all of them where it has no more. The same every time. */
export function spreadEvenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, n) => items.at(Math.floor((n * items.length) / count))).filter(
    (item) => item !== undefined,
  );
}

/**
 * The documents of a domain pack, and those of its training questions that they answer. Evidence is a passage that
 * overlaps a quote which the question names.
 *
 * @throws ArbiterError INVALID_REQUEST for a broken line; any error of reading
 */
export async function readPackSet(folder: string): Promise<TrainingSet> {
  const { name, documents, questions } = await readTrainingPack(folder);
  return {
    name,
    sources: [{ kind: 'path', path: documents }],
    questions: questions
      .filter(({ answerable, evidence }) => answerable && evidence.length > 0)
      .map(({ id, question, evidence }) => ({
        id,
        text: question,
        // Evidence is named from the pack's folder, a source from the folder that was ingested.
        isEvidence: ({ source, content }) =>
          evidence.some((one) => citesEvidence({ document: source, quote: content }, one)),
      })),
  };
}

export interface BeirSample {
  /** In the layout of BEIR. */
  readonly folder: string;
  /** `qrels/<split>.tsv` */
  readonly split: string;
  readonly questions: number;
  /** Passages besides those that are judged for the questions. */
  readonly otherPassages: number;
}

/** Metadata key of a passage's own id. */
const ID_KEY = 'corpus_id';

/**
 * The first questions of a split, every passage that is judged for them, and others spread evenly over the corpus.
 *
 * @throws ArbiterError INVALID_REQUEST for a broken line; what reading fails with
 */
export async function readBeirSample({ folder, split, questions, otherPassages }: BeirSample): Promise<TrainingSet> {
  const queriesFile = join(folder, 'queries.jsonl');
  const judgementsFile = join(folder, 'qrels', `${split}.tsv`);
  const queries = readJsonLines(await readFile(queriesFile, 'utf8'), queriesFile, RetrievalQuery);
  const judgements = readJudgements(await readFile(judgementsFile, 'utf8'), judgementsFile);
  const { queries: selected } = selectQueries(
    queries.map(({ value }) => value),
    judgements,
    null,
    questions,
  );
  const judged = new Set(selected.flatMap((query) => [...query.judgements.keys()]));
  const corpusFile = join(folder, 'corpus.jsonl');
  const passages: CorpusPassage[] = [];
  for await (const passage of new CorpusReader(createReadStream(corpusFile, 'utf8'), corpusFile))
    passages.push(passage);
  const others = spreadEvenly(
    passages.filter(({ id }) => !judged.has(id)),
    otherPassages,
  );
  return {
    name: basename(folder).replace(/_\d+$/, ''),
    sources: [...passages.filter(({ id }) => judged.has(id)), ...others].map(sourceOf),
    questions: selected.map(({ id, text, judgements: ofQuery }) => ({
      id,
      text,
      isEvidence: ({ metadata }) => (ofQuery.get(String(metadata[ID_KEY])) ?? 0) > 0,
    })),
  };
}

function sourceOf({ id, title, text }: CorpusPassage): IngestionSource {
  return {
    kind: 'inline',
    name: `${encodeURIComponent(id)}.txt`,
    content: text === '' ? title : text,
    title,
    metadata: { [ID_KEY]: id },
  };
}
