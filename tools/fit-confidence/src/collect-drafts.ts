import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { ArbiterError, query, submitJob, validate, watchJob, type Source } from '@arbiter/contracts';
import {
  goldSentenceCases,
  matchesAnswer,
  readDocument,
  readQuestions,
  type LabelledAnswer,
  type PlainDocument,
  type Question,
} from '@arbiter/evaluation';
import type { SeenAnswer, SeenSentences, Standalone } from '@arbiter/standalone';
import type { Draft, DraftOutcome } from './draft.js';
import { examplesOf, type SentenceExample } from './sentence-example.js';

/** A domain pack with the questions of its part `train`. */
export interface TrainingPack {
  readonly name: string;
  /** Absolute, of its documents. */
  readonly documents: string;
  /** The same as sentences are taken from them. */
  readonly texts: readonly PlainDocument[];
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
  readonly seen: SeenAnswer[];
  /** What its retriever has judged since then, one for each time that it wrote. */
  readonly sentences: SeenSentences[];
}

/** @throws ArbiterError INVALID_REQUEST for a broken line; what reading fails with */
export async function readTrainingPack(folder: string): Promise<TrainingPack> {
  const file = join(folder, 'eval', 'questions.jsonl');
  const questions = readQuestions(await readFile(file, 'utf8'), file);
  return {
    name: basename(resolve(folder)),
    documents: resolve(folder, 'documents'),
    texts: await readTexts(resolve(folder, 'documents')),
    questions: questions.filter(({ part, type, cascade }) => part === 'train' && TYPES.includes(type) && !cascade),
  };
}

async function readTexts(folder: string): Promise<PlainDocument[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md')).sort();
  return Promise.all(paths.map(async (path) => readDocument(path, await readFile(join(folder, path), 'utf8'))));
}

/** What is learnt from one question. */
export interface CollectedQuestion {
  /** Every draft that came before the validator, each text once. */
  readonly drafts: readonly Draft[];
  /** Of the first draft, every sentence that could have stood in it. */
  readonly sentences: readonly SentenceExample[];
}

/**
 * Asks the questions of each pack over its own documents, through the shipped pipeline.
 *
 * @throws ArbiterError of an operation; UNAVAILABLE when documents could not be read in
 */
export async function* collectDrafts(
  library: ObservedLibrary,
  packs: readonly TrainingPack[],
  onProgress: (line: string) => void,
): AsyncGenerator<CollectedQuestion, void, undefined> {
  for (const pack of packs) {
    await ingest(library.client, pack);
    for (const question of pack.questions) yield await collected(library, pack, question);
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

async function collected(
  { client, seen, sentences }: ObservedLibrary,
  { name: pack, texts }: TrainingPack,
  question: Question,
): Promise<CollectedQuestion> {
  const asked = { query: question.question, collections: [pack] };
  await client.request(query, asked, { deadlineMs: QUESTION_DEADLINE_MS });
  const drafts = new Map(seen.splice(0).map((judged) => [judged.answer, judged]));
  const [first] = sentences.splice(0);
  const [draft] = drafts.values();
  const given = draft ? await givenDrafts({ client, seen }, question, goldSentenceCases(question, texts), draft) : [];
  return {
    drafts: [
      ...[...drafts.values()].map(({ answer, features }) => ({ outcome: outcomeOf(question, answer), features })),
      ...given,
    ].map((each) => ({ pack, questionId: question.id, ...each })),
    sentences: first ? examplesOf(pack, question, first) : [],
  };
}

type JudgedDraft = Pick<Draft, 'outcome' | 'features'>;

/**
 * What somebody could have answered: what the authors of a pack wrote, with the sources that were found; the sentence of
 * the evidence and one beside it, with those sources and with their own sections alone.
 */
async function givenDrafts(
  { client, seen }: Pick<ObservedLibrary, 'client' | 'seen'>,
  { question, answerable, evidence, rewrite, beside, evasion }: Question,
  sentences: readonly LabelledAnswer[],
  { queryType, sources: found }: SeenAnswer,
): Promise<JudgedDraft[]> {
  const made: JudgedDraft[] = [];
  const judge = async (answer: string, outcome: DraftOutcome, sources: readonly Source[] = found): Promise<void> => {
    // Who gives an answer with its own sources says no type of the question.
    const typed = sources === found ? { queryType } : {};
    await client.request(validate, { query: question, answer, ...typed, sources: [...sources] }, {});
    const [judged] = seen.splice(0);
    if (judged) made.push({ outcome, features: judged.features });
  };
  const holds = (quote: string): boolean => found.some(({ content }) => plain(content).includes(plain(quote)));
  // Nothing in the sources could support an answer whose evidence was not found.
  if (rewrite !== undefined && evidence.every(({ quote }) => holds(quote))) await judge(rewrite, 'answers');
  if (beside !== undefined) await judge(beside, answerable ? 'misses' : 'unanswerable');
  if (evasion !== undefined) await judge(evasion, 'evades');
  for (const { answer, accept, sources } of sentences) {
    const outcome = accept ? 'answers' : 'misses';
    if (holds(answer)) await judge(answer, outcome);
    await judge(answer, outcome, sources.map(sourceOf));
  }
  return made;
}

/** As a search would hand it over that is sure of it. */
function sourceOf({ document, title, section, quote }: LabelledAnswer['sources'][number], index: number): Source {
  const metadata = { ...(title !== undefined && { title }), ...(section !== undefined && { section }) };
  return { id: `s${index + 1}`, document, chunkId: `${document}:${index}`, content: quote, metadata, score: 1 };
}

/** White space, and the frames of tables, say nothing. */
function plain(text: string): string {
  return text.replace(/[\s|]+/g, ' ').trim();
}

function outcomeOf(question: Question, answer: string): DraftOutcome {
  if (!question.answerable) return 'unanswerable';
  return matchesAnswer(answer, question).correct ? 'answers' : 'misses';
}
