import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { ArbiterError, query, submitJob, watchJob } from '@arbiter/contracts';
import { matchesAnswer, readQuestions, type Question } from '@arbiter/evaluation';
import type { SeenUsefulness, Standalone } from '@arbiter/standalone';
import type { Draft, DraftOutcome } from './draft.js';

/** A domain pack with the questions of its part `train`. */
export interface TrainingPack {
  readonly name: string;
  /** Absolute, of its documents. */
  readonly documents: string;
  readonly questions: readonly Question[];
}

/** Longest job or question, in milliseconds: the machine may be shared. */
const JOB_DEADLINE_MS = 900_000;
const QUESTION_DEADLINE_MS = 120_000;
/** Kinds whose answers stand in the documents; the others need the state of the world. */
const TYPES: readonly Question['type'][] = [
  'simple_lookup',
  'procedural',
  'comparative',
  'multi_hop',
  'list_building',
  'narrative',
];

/** Arms in this process, and what their validator has judged since it was looked at last. */
export interface ObservedLibrary {
  readonly client: Standalone['client'];
  readonly seen: SeenUsefulness[];
}

/** @throws ArbiterError INVALID_REQUEST for a broken line; what reading fails with */
export async function readTrainingPack(folder: string): Promise<TrainingPack> {
  const file = join(folder, 'eval', 'questions.jsonl');
  const questions = readQuestions(await readFile(file, 'utf8'), file);
  return {
    name: basename(resolve(folder)),
    documents: resolve(folder, 'documents'),
    questions: questions.filter(({ part, type, cascade }) => part === 'train' && TYPES.includes(type) && !cascade),
  };
}

/**
 * Asks the questions of each pack over its own documents, through the shipped pipeline, and yields every draft that came
 * before the validator, each text once.
 *
 * @throws ArbiterError of an operation; UNAVAILABLE when documents could not be read in
 */
export async function* collectDrafts(
  library: ObservedLibrary,
  packs: readonly TrainingPack[],
  onProgress: (line: string) => void,
): AsyncGenerator<Draft, void, undefined> {
  for (const pack of packs) {
    await ingest(library.client, pack);
    for (const question of pack.questions) yield* draftsOf(library, pack, question);
    onProgress(`${pack.name}: ${pack.questions.length} questions`);
  }
}

async function ingest(client: Standalone['client'], { name, documents }: TrainingPack): Promise<void> {
  const sources = [{ kind: 'path' as const, path: documents }];
  const { id } = await client.request(submitJob, { collection: name, sources }, {});
  const { state, error, counts } = await client.request(watchJob, { jobId: id }, { deadlineMs: JOB_DEADLINE_MS });
  if (state !== 'succeeded' || counts.failed > 0) {
    throw new ArbiterError('UNAVAILABLE', `${name} could not be read in: ${error ?? `${counts.failed} failed`}.`);
  }
}

async function* draftsOf(
  { client, seen }: ObservedLibrary,
  pack: TrainingPack,
  question: Question,
): AsyncGenerator<Draft> {
  const asked = { query: question.question, collections: [pack.name] };
  await client.request(query, asked, { deadlineMs: QUESTION_DEADLINE_MS });
  const drafts = new Map(seen.splice(0).map((judged) => [judged.answer, judged]));
  for (const { answer, features } of drafts.values()) {
    yield { pack: pack.name, questionId: question.id, outcome: outcomeOf(question, answer), features };
  }
}

function outcomeOf(question: Question, answer: string): DraftOutcome {
  if (!question.answerable) return 'unanswerable';
  return matchesAnswer(answer, question).correct ? 'answers' : 'misses';
}
