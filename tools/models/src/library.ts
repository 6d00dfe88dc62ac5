import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { ArbiterError, ingestDomain, submitJob, watchJob, type IngestionSource } from '@arbiter/contracts';
import { readQuestions, type Question } from '@arbiter/evaluation';
import { startStandalone, type Standalone, type StandaloneOptions } from '@arbiter/standalone';

/** A job takes at most this long, in milliseconds; the machine may be shared. */
const JOB_DEADLINE_MS = 900_000;
/** Sources per job. */
const BATCH = 250;

/** Starts the shipped pipeline in this process. Only `env` decides the figures: a developer's own settings must not. */
export function startLibrary(
  dataDirectory: string,
  {
    env,
    ...options
  }: Pick<Partial<StandaloneOptions>, 'env' | 'domainsDirectories' | 'onAnswerRead' | 'onSentencesJudged'> = {},
): Promise<Standalone> {
  return startStandalone({
    env: { ARBITER_DATA_DIR: dataDirectory, LOG_LEVEL: 'error', ...env },
    cwd: process.cwd(),
    http: false,
    ...options,
  });
}

/** @throws ArbiterError of an operation; UNAVAILABLE when documents could not be ingested */
export async function ingestSources(
  client: Standalone['client'],
  collection: string,
  sources: readonly IngestionSource[],
): Promise<void> {
  for (let from = 0; from < sources.length; from += BATCH) {
    const { id } = await client.request(submitJob, { collection, sources: sources.slice(from, from + BATCH) }, {});
    await seeThrough(client, id, collection);
  }
}

/**
 * Ingests a pack with its sessions, and records its changelog.
 *
 * @throws ArbiterError of an operation; UNAVAILABLE when documents could not be ingested
 */
export async function ingestWorld(client: Standalone['client'], domain: string): Promise<void> {
  const { jobs } = await client.request(ingestDomain, { domain }, {});
  for (const { id, collection } of jobs) await seeThrough(client, id, collection);
}

async function seeThrough(client: Standalone['client'], jobId: string, collection: string): Promise<void> {
  const { state, error, counts } = await client.request(watchJob, { jobId }, { deadlineMs: JOB_DEADLINE_MS });
  if (state !== 'succeeded' || counts.failed > 0) {
    throw new ArbiterError(
      'UNAVAILABLE',
      `The documents of ${collection} could not be ingested: ${error ?? `${counts.failed} failed`}.`,
    );
  }
}

/** A domain pack as far as it may be learnt from. */
export interface TrainingPack {
  readonly name: string;
  /** Absolute, of its documents. */
  readonly documents: string;
  /** Questions of its part `train`. */
  readonly questions: readonly Question[];
}

/** @throws ArbiterError INVALID_REQUEST for a broken line; any error of reading */
export async function readTrainingPack(folder: string): Promise<TrainingPack> {
  return readPack(folder, ({ part }) => part === 'train');
}

/** A pack whose world changes: its questions outside the part `test`, of which those of the part `state` name none. */
export async function readWorldPack(folder: string): Promise<TrainingPack> {
  return readPack(folder, ({ part }) => part !== 'test');
}

async function readPack(folder: string, isWanted: (question: Question) => boolean): Promise<TrainingPack> {
  const file = join(folder, 'eval', 'questions.jsonl');
  return {
    name: basename(resolve(folder)),
    documents: resolve(folder, 'documents'),
    questions: readQuestions(await readFile(file, 'utf8'), file).filter(isWanted),
  };
}

/** Question types whose answers stand in the documents; the others need the state of the world. */
const DOCUMENT_TYPES: readonly Question['type'][] = [
  'simple_lookup',
  'procedural',
  'comparative',
  'multi_hop',
  'list_building',
  'narrative',
];

/** Whether a draft made of documents alone can answer the question. */
export function isAskedOfDocuments({ type, cascade }: Question): boolean {
  return DOCUMENT_TYPES.includes(type) && !cascade;
}

/** Writes values to a file of JSON Lines, as fast as the disk takes them. */
export class JsonLinesFile {
  readonly #file;

  constructor(path: string) {
    this.#file = createWriteStream(path);
  }

  async write(values: readonly unknown[]): Promise<void> {
    for (const value of values) {
      if (!this.#file.write(`${JSON.stringify(value)}\n`)) await once(this.#file, 'drain');
    }
  }

  async close(): Promise<void> {
    this.#file.end();
    await finished(this.#file);
  }
}
