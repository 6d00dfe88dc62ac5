import { ArbiterError, ingestDomain } from '@arbiter/contracts';
import { isSameDocument, selectQueries } from '@arbiter/evaluation';
import type { CommandContext } from '../command.context.js';
import type { Pack } from '../domains/find-pack.js';
import { seeThroughJobs, type IngestionResult } from '../ingestion/see-through-jobs.js';
import { collectionsOfDomain } from '../library/find-collections.js';
import type { Library } from '../library/library.js';
import type { RetrievalSubject } from './evaluate-method.js';
import { readIntoStore, packFiles, packStoreName } from './evaluation-store.js';
import { packQuestions } from './inputs.js';

/** Ingests the documents of a domain pack. */
export async function fillFromPack(
  library: Library,
  domain: string,
  context: CommandContext,
): Promise<IngestionResult> {
  const { signal } = context.interruption;
  const read = async (): Promise<IngestionResult> => {
    const { jobs } = await library.request(ingestDomain, { domain }, { signal });
    return seeThroughJobs(library, jobs, context);
  };
  return readIntoStore(library, read, () => collectionsOfDomain(library, domain, signal), context);
}

export interface PackRequest {
  readonly pack: Pack;
  /** The part of its questions: `train`, `test`, `all`. */
  readonly split: string;
  readonly limitQueries: number | null;
}

/**
 * A domain pack as something that retrieval is measured on: its questions are the queries, and the documents of a
 * question's evidence are what is relevant.
 *
 * @throws ArbiterError as packQuestions does; INVALID_REQUEST when no question names its evidence
 */
export async function packSubject({ pack, split, limitQueries }: PackRequest): Promise<RetrievalSubject> {
  const questions = await packQuestions(pack, { part: split, types: null, without: [] });
  const judgements = new Map(
    questions
      .filter(({ evidence }) => evidence.length > 0)
      .map(({ id, evidence }) => [id, new Map(evidence.map(({ document }) => [document, 1]))]),
  );
  const queries = questions.map(({ id, question }) => ({ id, text: question }));
  const selection = selectQueries(queries, judgements, null, limitQueries);
  if (selection.queries.length === 0) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `No question of ${pack.domain} names the documents that hold its answer.`,
    );
  }
  const judged = new Set([...judgements.values()].flatMap((ofQuery) => [...ofQuery.keys()]));
  const files = await packFiles(pack.folder);
  return {
    folder: pack.folder,
    split,
    selection,
    storeName: await packStoreName(pack),
    domainsDirectories: [pack.folder],
    fill: async (library, context) => {
      const { exitCode, counts } = await fillFromPack(library, pack.domain, context);
      const { added, changed, unchanged, failed } = counts;
      return {
        exitCode,
        counts: {
          documents: added + changed + unchanged,
          unreadableDocuments: failed,
          judgedDocuments: judged.size,
          judgedDocumentsMissing: [...judged].filter((document) => !files.includes(document)).length,
        },
      };
    },
    documentOf: ({ source }) => pathInPack(source, files),
    filtersFor: () => ({}),
  };
}

/** A source is named from the folder that was ingested, evidence from the pack's. Of several that fit, the nearest. */
function pathInPack(source: string, files: readonly string[]): string {
  const fitting = files.filter((file) => isSameDocument(file, source));
  return fitting.reduce((best, file) => (file.length < best.length ? file : best), fitting[0] ?? source);
}
