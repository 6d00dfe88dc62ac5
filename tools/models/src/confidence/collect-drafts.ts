import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { query, validate, type OperationInput, type Source } from '@arbiter/contracts';
import {
  goldSentenceCases,
  matchesAnswer,
  readDocument,
  type LabelledAnswer,
  type PlainDocument,
  type Question,
} from '@arbiter/evaluation';
import type { SeenAnswer, SeenSentences, Standalone } from '@arbiter/standalone';
import { ingestSources, ingestWorld, isAskedOfDocuments, type TrainingPack } from '../library.js';
import { examplesOf, type Draft, type DraftOutcome, type SentenceExample } from './examples.js';

/** Longest question, in milliseconds: the machine may be shared. */
const QUESTION_DEADLINE_MS = 120_000;
/** Arms in this process, and what their validator has judged since the last look. */
export interface ObservedLibrary {
  readonly client: Standalone['client'];
  readonly seen: SeenAnswer[];
  /** Judgements of its retriever since then, one per draft. */
  readonly sentences: SeenSentences[];
}

async function readTexts(folder: string): Promise<PlainDocument[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md')).sort();
  return Promise.all(paths.map(async (path) => readDocument(path, await readFile(join(folder, path), 'utf8'))));
}

/** Examples of one question. */
export interface CollectedQuestion {
  /** Every draft that came before the validator, each text once. */
  readonly drafts: readonly Draft[];
  /** Every sentence that could have stood in the first draft. */
  readonly sentences: readonly SentenceExample[];
}

/**
 * Asks the questions of each pack over its own documents, through the shipped pipeline.
 *
 * @throws ArbiterError of an operation; UNAVAILABLE when documents could not be ingested
 */
export async function* collectDrafts(
  library: ObservedLibrary,
  packs: readonly TrainingPack[],
  onProgress: (line: string) => void,
): AsyncGenerator<CollectedQuestion, void, undefined> {
  for (const pack of packs) {
    await ingestSources(library.client, pack.name, [{ kind: 'path', path: pack.documents }]);
    const texts = await readTexts(pack.documents);
    const questions = pack.questions.filter(isAskedOfDocuments);
    for (const question of questions) yield await collectQuestion(library, pack.name, texts, question);
    onProgress(`${pack.name}: ${questions.length} questions`);
  }
}

/**
 * Asks packs whose world changes all their questions, as of the session that each is about. The reader has read nothing of them.
 *
 * @returns the drafts of a question
 * @throws ArbiterError of an operation; UNAVAILABLE when documents could not be ingested
 */
export async function* collectWorldDrafts(
  library: ObservedLibrary,
  worlds: readonly TrainingPack[],
  onProgress: (line: string) => void,
): AsyncGenerator<readonly Draft[], void, undefined> {
  for (const { name: pack, questions } of worlds) {
    await ingestWorld(library.client, pack);
    for (const question of questions) {
      const { asOfSession } = question;
      const scope = { domain: pack, ...(asOfSession !== undefined && { asOfSession }) };
      const { drafts } = await askFor(library, question, scope);
      yield drafts.map((draft) => draftOf(pack, question, judgedDraft(question, draft)));
    }
    onProgress(`${pack}: ${questions.length} questions`);
  }
}

async function collectQuestion(
  library: ObservedLibrary,
  pack: string,
  texts: readonly PlainDocument[],
  question: Question,
): Promise<CollectedQuestion> {
  const { drafts, sentences } = await askFor(library, question, { collections: [pack] });
  const [draft] = drafts;
  const given = draft ? await givenDrafts(library, question, goldSentenceCases(question, texts), draft) : [];
  return {
    drafts: [...drafts.map((one) => judgedDraft(question, one)), ...given].map((each) => draftOf(pack, question, each)),
    sentences: sentences ? examplesOf(pack, question, sentences) : [],
  };
}

/** Asks the pipeline a question. @returns each text that came before the validator, and the sentences of the first draft */
async function askFor(
  { client, seen, sentences }: ObservedLibrary,
  { question }: Question,
  scope: Pick<OperationInput<typeof query>, 'collections' | 'domain' | 'asOfSession'>,
): Promise<{ readonly drafts: readonly SeenAnswer[]; readonly sentences: SeenSentences | undefined }> {
  await client.request(query, { query: question, ...scope }, { deadlineMs: QUESTION_DEADLINE_MS });
  const drafts = new Map(seen.splice(0).map((judged) => [judged.answer, judged]));
  const [first] = sentences.splice(0);
  return { drafts: [...drafts.values()], sentences: first };
}

type JudgedDraft = Pick<Draft, 'outcome' | 'features'>;

function judgedDraft(question: Question, { answer, features }: SeenAnswer): JudgedDraft {
  return { outcome: outcomeOf(question, answer), features };
}

function draftOf(pack: string, { id: questionId }: Question, judged: JudgedDraft): Draft {
  return { pack, questionId, ...judged };
}

/**
 * Plausible answers of a person. Answers by the authors of a pack come with the sources that were found. The sentence of the
 * evidence and one beside it come with those sources, and with their own sections alone.
 */
async function givenDrafts(
  { client, seen }: Pick<ObservedLibrary, 'client' | 'seen'>,
  { question, answerable, evidence, rewrite, beside, evasion }: Question,
  sentences: readonly LabelledAnswer[],
  { queryType, sources: found }: SeenAnswer,
): Promise<JudgedDraft[]> {
  const made: JudgedDraft[] = [];
  const judge = async (answer: string, outcome: DraftOutcome, sources: readonly Source[] = found): Promise<void> => {
    // A request with its own sources does not state the type of the question.
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
export function sourceOf(
  { document, title, section, quote }: LabelledAnswer['sources'][number],
  index: number,
): Source {
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
