import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnavailable, parseChangelog, saysUnavailable } from '@arbiter/changelog';
import {
  addChanges,
  type Answer,
  type ChangelogEntry,
  graphSchemaOf,
  ingestDomain,
  listChanges,
  MAX_ADDED_ENTRIES,
  previews,
  query,
  type RankedPreview,
} from '@arbiter/contracts';
import {
  type ChangeMeasurement,
  type GivenAnswer,
  judgeAnswer,
  judgeState,
  type JudgedAnswer,
  type JudgedState,
  type KnownNames,
  type Question,
  readJsonLines,
  readQuestions,
} from '@arbiter/evaluation';
import { slugOf } from '@arbiter/text';
import { z } from 'zod';
import { remark } from '../command.context.js';
import { type Pack, readDomainConfig } from '../domains/find-pack.js';
import { EXIT, type ExitCode } from '../exit-code.js';
import { seeThroughJobs } from '../ingestion/see-through-jobs.js';
import { collectionsOfDomain } from '../library/find-collections.js';
import type { Library } from '../library/library.js';
import { withLibrary } from '../library/open-library.js';
import type { EvaluationContext } from './evaluate.js';
import { packStoreName, withOwnStore } from './evaluation-store.js';
import { dropExtracted, measureExtractedChanges } from './extracted-changes.js';
import { readText } from './inputs.js';
import { givenAnswerOf } from './measure-answers.js';

const GoldEntity = z.looseObject({
  id: z.string().optional(),
  name: z.string(),
  type: z.string().optional(),
  aliases: z.array(z.string()).default([]),
});
type GoldEntity = z.output<typeof GoldEntity>;

/** One question with what came of it. */
export interface AskedState {
  readonly question: Question;
  readonly judged: JudgedState;
  readonly answer: JudgedAnswer;
  readonly record: {
    readonly id: string;
    readonly type: Question['type'];
    readonly question: string;
    readonly asOfSession: number | null;
    readonly expected: readonly string[];
    readonly unavailable: readonly string[];
    readonly listed: readonly { readonly name: string; readonly isAvailable: boolean; readonly score: number }[];
    readonly answer: string;
    readonly status: Answer['status'];
    readonly confidence: number | null;
    readonly verdict: JudgedAnswer['verdict'];
    readonly precision: number | null;
    readonly isStale: boolean;
    readonly latencyMs: number;
  };
}

const QUESTION_FILES = ['questions.jsonl', 'state-questions.jsonl'];
/** Entities that are asked for: five count, the rest shows where an expected one is. */
const LISTED_ENTITIES = 20;

/**
 * The questions of a pack that name entities.
 *
 * @throws ArbiterError NOT_FOUND without a file of questions, INVALID_REQUEST for a broken line
 */
export async function stateQuestions({ domain, folder }: Pack, part: string): Promise<readonly Question[]> {
  const files = QUESTION_FILES.map((name) => join(folder, 'eval', name));
  const there = files.filter((file) => existsSync(file));
  const first = there[0] ?? files[0] ?? '';
  const texts = await Promise.all(
    (there.length > 0 ? there : [first]).map(async (file) => ({
      file,
      text: await readText(file, `The domain ${domain} has no questions: there is no ${file}.`),
    })),
  );
  return texts
    .flatMap(({ text, file }) => readQuestions(text, file))
    .filter(({ expectedEntities, unavailableEntities }) => expectedEntities.length + unavailableEntities.length > 0)
    .filter((question) => part === 'all' || question.part === undefined || question.part === part);
}

/** Whose changelog the world is read from: that of the pack, or the one that Arbiter extracts from the sessions. */
export type ChangelogKind = 'gold' | 'extracted';

/** All questions with what came of them, and how well the changes were extracted. */
export interface MeasuredState {
  readonly asked: readonly AskedState[];
  /** Null with the changelog of the pack. */
  readonly changes: ChangeMeasurement | null;
}

/** A pack in a store of its own, as the questions about its world find it. */
interface PackWorld {
  readonly library: Library;
  readonly pack: Pack;
  readonly collections: string[];
  /** Names of the labelled entities. */
  readonly known: KnownNames;
  readonly signal: AbortSignal;
}

/**
 * Reads a pack with its sessions and a changelog into a store of their own, and asks it its questions about state.
 *
 * @returns the exit code of the ingestion where that failed
 */
export async function measureState(
  pack: Pack,
  questions: readonly Question[],
  kind: ChangelogKind,
  context: EvaluationContext,
): Promise<MeasuredState | ExitCode> {
  const gold = await goldEntities(pack);
  const own = withOwnStore(context, `${await packStoreName(pack)}-${kind === 'gold' ? 'state' : 'state-extracted'}`);
  return withLibrary(own, { writes: true, domainsDirectories: [pack.folder] }, async (library) => {
    remark(context, `Reading ${pack.folder} into ${library.place}`);
    const { signal } = context.interruption;
    const collections = [...(await collectionsOfDomain(library, pack.domain, signal))];
    if (kind === 'extracted') await dropExtracted(library, collections);
    // The changelog is recorded below: of the pack's own one, with names in place of the ids of the labels.
    const { jobs } = await library.request(ingestDomain, { domain: pack.domain, changelog: false }, { signal });
    const { exitCode } = await seeThroughJobs(library, jobs, context);
    if (exitCode !== EXIT.ok) return exitCode;
    const [collection] = jobs.map((job) => job.collection);
    const entries = await packEntries(pack);
    const changes =
      collection === undefined ? null : await record(library, collection, { pack, gold, entries, kind }, signal);
    const known: KnownNames = gold.map(({ name, aliases }) => [name, ...aliases]);
    const world = { library, pack, collections, known, signal };
    const told = { verb: 'asking', nameOf: ({ id }: Question) => `Question ${id}` };
    return { asked: await context.each(questions, (question) => ask(world, question), told), changes };
  });
}

async function record(
  library: Library,
  collection: string,
  given: {
    readonly pack: Pack;
    readonly gold: readonly GoldEntity[];
    readonly entries: readonly ChangelogEntry[];
    readonly kind: ChangelogKind;
  },
  signal: AbortSignal,
): Promise<ChangeMeasurement | null> {
  const { pack, gold, entries, kind } = given;
  if (kind === 'extracted') {
    const vocabulary = graphSchemaOf(await readDomainConfig(pack))?.statuses ?? {};
    return measureExtractedChanges(library, collection, { gold: entries, labels: gold, vocabulary }, signal);
  }
  // Of a store from an earlier time, which may have been interrupted: entries are recorded in their order.
  const { lastId } = await library.request(listChanges, { collection }, { signal });
  for (let from = lastId; from < entries.length; from += MAX_ADDED_ENTRIES) {
    const some = entries.slice(from, from + MAX_ADDED_ENTRIES).map((entry) => withNames(entry, gold));
    await library.request(addChanges, { collection, entries: some }, { signal });
  }
  return null;
}

/** Empty for a pack without a changelog. */
async function packEntries({ folder }: Pack): Promise<readonly ChangelogEntry[]> {
  const file = join(folder, 'changelog.jsonl');
  return existsSync(file) ? parseChangelog(await readFile(file, 'utf8')) : [];
}

/** The labels give some entities an id that is no name of theirs. */
function withNames(entry: ChangelogEntry, gold: readonly GoldEntity[]): ChangelogEntry {
  const idOf = (id: string): string => {
    const entity = gold.find((one) => one.id === id);
    return entity ? slugOf(entity.name) : id;
  };
  return {
    ...entry,
    entity_updates: entry.entity_updates.map((update) => ({ ...update, entity_id: idOf(update.entity_id) })),
    relationship_updates: entry.relationship_updates.map((update) => ({
      ...update,
      from: idOf(update.from),
      to: idOf(update.to),
    })),
  };
}

async function ask({ library, pack, collections, known, signal }: PackWorld, question: Question): Promise<AskedState> {
  const time = question.asOfSession === undefined ? {} : { asOfSession: question.asOfSession };
  const { entities } = await library.request(
    previews,
    { query: question.question, collections, limit: LISTED_ENTITIES, ...time },
    { signal },
  );
  const answer = await library.request(query, { query: question.question, domain: pack.domain, ...time }, { signal });
  const given: GivenAnswer = givenAnswerOf(answer);
  const judgedAnswer = judgeAnswer(question, given);
  const judged = judgeState(
    question,
    {
      entities: entities.map(listed),
      answer: judgedAnswer,
      answerText: answer.status === 'answered' ? answer.answer : '',
    },
    known,
    saysUnavailable,
  );
  return {
    question,
    judged,
    answer: judgedAnswer,
    record: {
      id: question.id,
      type: question.type,
      question: question.question,
      asOfSession: question.asOfSession ?? null,
      expected: question.expectedEntities,
      unavailable: question.unavailableEntities,
      listed: entities
        .slice(0, 5)
        .map((entity) => ({ name: entity.name, isAvailable: listed(entity).isAvailable, score: entity.score })),
      answer: answer.answer,
      status: answer.status,
      confidence: given.confidence,
      verdict: judgedAnswer.verdict,
      precision: judged.precision,
      isStale: judged.isStale,
      latencyMs: answer.durationMs,
    },
  };
}

function listed({ name, aliases, availability, isOffered }: RankedPreview): { names: string[]; isAvailable: boolean } {
  return { names: [name, ...aliases], isAvailable: isOffered && !isUnavailable(availability) };
}

async function goldEntities({ folder }: Pack): Promise<readonly GoldEntity[]> {
  const file = join(folder, 'eval', 'entities.jsonl');
  if (!existsSync(file)) return [];
  return readJsonLines(await readFile(file, 'utf8'), file, GoldEntity).map(({ value }) => value);
}
