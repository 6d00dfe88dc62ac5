import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ArbiterError, IngestionJob, ingestDomain, type IngestionSource } from '@arbiter/contracts';
import { ingest, send } from '../http-calls.js';
import { RESEARCH_NOTES } from '../research-notes.js';
import { TemporaryFolders } from '../temporary-folders.js';
import { HARBOUR_NOTES, INN, ODD_DOCUMENTS, WORKS_NOTES } from './library-documents.js';

/** The sample domain, with the graph of its documents. */
export const SHARED_DOMAIN = 'lantern-coast';
const POLL_MS = 200;

/** A collection of the shared library: files of a folder, or documents that are sent along. */
interface SharedCollection {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly inline?: readonly IngestionSource[];
  readonly hasGraph?: boolean;
}

const sentAlong = (name: string, content: string): IngestionSource[] => [
  { kind: 'inline', name, content, metadata: {} },
];

/**
 * What the shared library holds besides the sample domain. All of it is in English: a search that names no collection says so of
 * others. A spec that writes, writes into a collection that it made or that no other spec reads.
 */
export const SHARED_COLLECTIONS: readonly SharedCollection[] = [
  { name: 'notes', files: HARBOUR_NOTES },
  { name: 'research', inline: RESEARCH_NOTES },
  { name: 'inns', inline: sentAlong('heron.md', INN) },
  { name: 'works', files: WORKS_NOTES, hasGraph: true },
  ...Object.entries(ODD_DOCUMENTS).map(([name, content]) => ({ name, inline: sentAlong(`${name}.md`, content) })),
];

/** Fills the library of a server. @throws ArbiterError INTERNAL when a document is not taken in, or as `ingest` */
export async function fillSharedLibrary(url: string): Promise<void> {
  const folders = new TemporaryFolders();
  try {
    for (const { name, files = {}, inline = [], hasGraph = false } of SHARED_COLLECTIONS) {
      const folder = await folders.create();
      await writeFiles(folder, files);
      const read = Object.keys(files).length > 0 ? [{ kind: 'path', path: folder }] : inline;
      expectAll(await ingest(url, name, read), Object.keys(files).length + inline.length);
      if (hasGraph) await buildGraph(url, name);
    }
  } finally {
    await folders.removeAll();
  }
  await readDomain(url);
  await buildGraph(url, `${SHARED_DOMAIN}_lore`);
}

/** Writes texts into a folder, by their paths in it. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Reads the sample domain into the library of a server. @throws ArbiterError INTERNAL when a document is not taken in */
export async function readDomain(url: string): Promise<void> {
  const reply = await send(`${url}/v1/domains/${SHARED_DOMAIN}/ingest`, { json: {} });
  for (const { id } of ingestDomain.output.parse(reply.json()).jobs) {
    const state = async (): Promise<IngestionJob> => IngestionJob.parse((await send(`${url}/v1/jobs/${id}`)).json());
    let job = await state();
    while (job.finishedAt === null) {
      await delay(POLL_MS);
      job = await state();
    }
    expectAll(job);
  }
}

async function buildGraph(url: string, collection: string): Promise<void> {
  const { status, text } = await send(`${url}/v1/graphs/${collection}/build`, { json: {} });
  if (status >= 300) throw new ArbiterError('INTERNAL', `The graph of ${collection} was not built: ${text}`);
}

function expectAll(job: IngestionJob, added?: number): void {
  const isRead = job.state === 'succeeded' && job.failures.length === 0;
  const isWhole = isRead && (added === undefined || job.counts.added === added);
  if (!isWhole) throw new ArbiterError('INTERNAL', `Collection ${job.collection} is not whole.`, { details: { job } });
}
