import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  CORPUS_COLLECTION,
  EXIT,
  readIntoStore,
  seeThroughJobs,
  type EvaluationContext,
  type IngestionResult,
  type OperationCaller,
} from '@arbiter/cli';
import {
  ArbiterError,
  getDocument,
  listDocuments,
  PIECE_BYTES,
  submitJob,
  upload,
  type DocumentPage,
  type IngestionJob,
  type OperationRequest,
} from '@arbiter/contracts';
import { pageId, type PageSet, type Pdf } from './page-set.js';

/** Metadata key of a PDF's name, by which passages are filtered. */
export const PDF_KEY = 'corpus_pdf';

/** A PDF as it is stored. */
export interface StoredPdf {
  readonly name: string;
  /** Ascending by `start`. */
  readonly pages: readonly DocumentPage[];
  /** Of its text, in UTF-16 code units. */
  readonly length: number;
}

/** By document id. */
export type StoredPdfs = ReadonlyMap<string, StoredPdf>;

/**
 * Ingests the PDFs of a set, as uploads: these can carry the name that a search is restricted by. What is there already costs little.
 * PDFs that cannot be read are told, and left out.
 *
 * @returns the exit code when nothing could be read
 * @throws ArbiterError INVALID_REQUEST when a page is judged that its PDF does not have
 */
export async function storePdfs(library: OperationCaller, set: PageSet, context: EvaluationContext) {
  const { signal } = context.interruption;
  const read = async (): Promise<IngestionResult> => {
    const jobs: IngestionJob[] = [];
    for (let at = 0; at < set.pdfs.length; at += MOST_SOURCES) {
      const sources: UploadSource[] = [];
      for (const pdf of set.pdfs.slice(at, at + MOST_SOURCES)) sources.push(await uploadPdf(library, pdf, signal));
      jobs.push(await library.request(submitJob, { collection: CORPUS_COLLECTION, sources }, { signal }));
    }
    return seeThroughJobs(library, jobs, context);
  };
  const { exitCode } = await readIntoStore(library, read, () => Promise.resolve([CORPUS_COLLECTION]), context);
  if (exitCode !== EXIT.ok) return exitCode;
  const stored = await storedPdfs(library, signal);
  requirePages(set, stored);
  return stored;
}

/** Of one job. */
const MOST_SOURCES = 1_000;

type UploadSource = Extract<OperationRequest<typeof submitJob>['sources'][number], { kind: 'upload' }>;

async function uploadPdf(
  library: OperationCaller,
  { name, file, path }: Pdf,
  signal: AbortSignal,
): Promise<UploadSource> {
  const bytes = await readFile(path);
  const uploadId = `u-${randomUUID().replaceAll('-', '')}`;
  const end = { name: file, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const last = Math.max(0, Math.ceil(bytes.length / PIECE_BYTES) - 1);
  for (let index = 0; index <= last; index++) {
    const data = bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES).toString('base64');
    await library.request(upload, { uploadId, index, data, ...(index === last && { end }) }, { signal });
  }
  return { kind: 'upload', uploadId, name: file, metadata: { [PDF_KEY]: name } };
}

async function storedPdfs(library: OperationCaller, signal: AbortSignal): Promise<StoredPdfs> {
  const stored = new Map<string, StoredPdf>();
  let after: string | null | undefined;
  while (after !== null) {
    const input = { collection: CORPUS_COLLECTION, ...(after !== undefined && { after }) };
    const { documents, next } = await library.request(listDocuments, input, { signal });
    for (const { id, metadata, length } of documents) {
      const { pages = [] } = await library.request(getDocument, { documentId: id }, { signal });
      stored.set(id, { name: String(metadata[PDF_KEY]), pages, length });
    }
    after = next;
  }
  return stored;
}

/** A PDF that could not be read has pages of which nothing is known. */
function requirePages({ queries }: PageSet, stored: StoredPdfs): void {
  const known = new Map(
    [...stored.values()].map(({ name, pages }) => [name, new Set(pages.map(({ number }) => pageId(name, number)))]),
  );
  for (const { id: query, judgements } of queries) {
    for (const id of judgements.keys()) {
      const pages = known.get(id.slice(0, id.lastIndexOf('#')));
      if (pages === undefined || pages.has(id)) continue;
      throw new ArbiterError(
        'INVALID_REQUEST',
        `qrels/test.tsv: query ${query}: there is no page ${id}: of this PDF, ${pages.size} pages were read.`,
      );
    }
  }
}
