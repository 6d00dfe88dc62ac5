import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { QueryRequest, submitJob, watchJob, ArbiterError } from '@arbiter/contracts';
import { matchesAnswer, readQuestions, type Question } from '@arbiter/evaluation';
import type { OperationContext } from '@arbiter/messaging';
import { QueryPipeline } from '@arbiter/orchestrator';
import { SYSTEM_CLOCK, type DomainCatalog, type SessionStore } from '@arbiter/ports';
import type { Standalone } from '@arbiter/standalone';
import type { Draft, DraftOutcome } from './draft.js';
import { RecordingClient } from './recording-client.js';

type Client = Standalone['client'];

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

/** Nothing is remembered from one question to the next. */
const NO_SESSIONS: SessionStore = {
  append: () => Promise.resolve(),
  recent: () => Promise.resolve(null),
  delete: () => Promise.resolve(false),
};
const NO_DOMAINS: DomainCatalog = { get: () => Promise.resolve(null), list: () => Promise.resolve([]) };

/** @throws ArbiterError INVALID_REQUEST for a broken line; what reading fails with */
export async function readTrainingPack(folder: string): Promise<TrainingPack> {
  const file = join(folder, 'eval', 'questions.jsonl');
  const questions = readQuestions(await readFile(file, 'utf8'), file);
  return {
    name: basename(resolve(folder)),
    documents: resolve(folder, 'documents'),
    questions: questions.filter(
      ({ part, type, cascade = false }) => part === 'train' && TYPES.includes(type) && !cascade,
    ),
  };
}

/**
 * Asks the questions of each pack over its own documents, through the shipped pipeline, and yields every draft that came
 * before the validator, each text once.
 *
 * @throws ArbiterError of an operation; UNAVAILABLE when documents could not be read in
 */
export async function* collectDrafts(
  client: Client,
  packs: readonly TrainingPack[],
  onProgress: (line: string) => void,
): AsyncGenerator<Draft, void, undefined> {
  for (const pack of packs) {
    await ingest(client, pack);
    for (const question of pack.questions) yield* draftsOf(client, pack, question);
    onProgress(`${pack.name}: ${pack.questions.length} questions`);
  }
}

async function ingest(client: Client, { name, documents }: TrainingPack): Promise<void> {
  const sources = [{ kind: 'path' as const, path: documents }];
  const { id } = await client.request(submitJob, { collection: name, sources }, {});
  const events = client.stream(watchJob, { jobId: id }, { deadlineMs: JOB_DEADLINE_MS });
  let next = await events.next();
  while (!next.done) next = await events.next();
  const { state, error, counts } = next.value;
  if (state !== 'succeeded' || counts.failed > 0) {
    throw new ArbiterError('UNAVAILABLE', `${name} could not be read in: ${error ?? `${counts.failed} failed`}.`);
  }
}

async function* draftsOf(client: Client, pack: TrainingPack, question: Question): AsyncGenerator<Draft> {
  const recorder = new RecordingClient(client);
  const pipeline = new QueryPipeline({
    client: recorder,
    sessions: NO_SESSIONS,
    domains: NO_DOMAINS,
    answers: null,
    clock: SYSTEM_CLOCK,
    ids: { next: (kind) => `${kind}-${question.id}` },
  });
  const request = QueryRequest.parse({ query: question.question, collections: [pack.name] });
  const events = pipeline.answer(request, contextOf(question));
  while (!(await events.next()).done);
  const seen = new Set<string>();
  for (const { query, queryType = 'simple_lookup', answer, sources } of recorder.taken()) {
    if (seen.has(answer)) continue;
    seen.add(answer);
    const outcome = outcomeOf(question, answer);
    yield { pack: pack.name, questionId: question.id, query, queryType, answer, sources, outcome };
  }
}

function outcomeOf(question: Question, answer: string): DraftOutcome {
  if (!question.answerable) return 'unanswerable';
  return matchesAnswer(answer, question).correct ? 'answers' : 'misses';
}

function contextOf({ id }: Question): OperationContext {
  return {
    requestId: id,
    deadline: SYSTEM_CLOCK.now() + QUESTION_DEADLINE_MS,
    signal: AbortSignal.timeout(QUESTION_DEADLINE_MS),
    traceparent: '',
    principal: null,
    annotate: () => undefined,
  };
}
