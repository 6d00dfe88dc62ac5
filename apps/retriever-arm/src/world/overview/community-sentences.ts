import type { Passage } from '@arbiter/contracts';
import {
  type Community,
  fittingCommunities,
  isOvertaken,
  mainEntities,
  rateSentence,
  type ToldChange,
  toldChanges,
  type World,
} from '@arbiter/knowledge-graph';
import type { GlobalQuestion } from '@arbiter/question-types';
import type { CandidateSentence } from '../../synthesis/sentences/candidate-sentences.js';
import { asPassage, type DocumentReader } from '../document-reader.js';

/** A sentence that says something about the topic of a question. */
export interface RatedSentence {
  /** With the words of a change, or those of the passage. */
  readonly text: string;
  readonly passage: Passage;
  readonly score: number;
}

/** What one community says about the topic, the best first. */
export interface CommunityReport {
  readonly name: string;
  readonly sentences: readonly RatedSentence[];
  /** What its most important things are, for a reader who judges the topic by more than words; empty if nobody asks for it. */
  readonly context: readonly RatedSentence[];
}

const CONTEXT: GlobalQuestion = { topic: 'overview', noun: null, whole: null };
/** Documents of a community that are read: those of its most important members. */
const READ_DOCUMENTS = 12;
const MOST_CHANGES = 12;
/** Of the best importance, a thing has at least this share to be named as one of the main. */
const MAIN_SHARE = 0.2;
const MOST_MAIN = 8;
/** A change that still holds says more about the present than a sentence written before it. */
const CHANGE_WEIGHT = 1.5;
/** To say what there is, a change says less. */
const CHANGE_OF_WHOLE = 0.6;

/** The map step: what each community of a graph says about the topic of a question. */
export async function communityReports(
  question: GlobalQuestion,
  world: World,
  reader: DocumentReader,
  { withContext }: { readonly withContext: boolean },
): Promise<CommunityReport[]> {
  if (question.topic === 'kind') return [await mainReport(question.noun ?? '', world, reader)];
  const claimed = new Set<number>();
  const reports: CommunityReport[] = [];
  for (const community of fittingCommunities(world.graph)) {
    const documents = documentsOf(community, world).filter((position) => !claimed.has(position));
    const read = documents.slice(0, READ_DOCUMENTS);
    for (const position of read) claimed.add(position);
    const sentences = await topicSentences(question, world, { reader, documents: read });
    const context = withContext ? await topicSentences(CONTEXT, world, { reader, documents: read }) : [];
    reports.push({ name: community.name, sentences, context });
  }
  return [...reports, await changesReport(question, world, reader)];
}

/** Documents of its members that tell of the world before the sessions; what sessions changed, the changelog says. */
function documentsOf({ members }: Community, { graph }: World): number[] {
  const positions = members.flatMap((node) => {
    const entity = graph.entities[node];
    return entity ? [...entity.describedIn, ...(entity.definedAt ? [entity.definedAt.document] : [])] : [];
  });
  return [...new Set(positions)].filter((position) => graph.document(position)?.session === null);
}

async function topicSentences(
  question: GlobalQuestion,
  world: World,
  { reader, documents }: { readonly reader: DocumentReader; readonly documents: readonly number[] },
): Promise<RatedSentence[]> {
  const rated: RatedSentence[] = [];
  const kind = question.noun === null ? null : new Set(mainEntities(question.noun, world).map(({ id }) => id));
  for (const position of documents) {
    for (const sentence of await reader.sentencesOf(world, position)) {
      if (sentence.isDangling || (kind && !names(sentence, kind, world))) continue;
      const { passage, start, end, text } = sentence;
      const placed = { documentId: passage.documentId, start, end, text, headings: passage.section };
      const score = rateSentence(question, world, placed);
      if (score > 0) rated.push({ text: text.replace(/\s+/gu, ' '), passage: asPassage(sentence), score });
    }
  }
  return rated.sort((a, b) => b.score - a.score);
}

function names({ passage, start, end }: CandidateSentence, ids: ReadonlySet<string>, { graph }: World): boolean {
  return graph.mentionsIn(passage.documentId, start, end).some(({ node }) => ids.has(graph.entities[node]?.id ?? ''));
}

async function changesReport(question: GlobalQuestion, world: World, reader: DocumentReader): Promise<CommunityReport> {
  const weight = question.topic === 'overview' ? CHANGE_OF_WHOLE : CHANGE_WEIGHT;
  const sentences: RatedSentence[] = [];
  for (const change of toldChanges(question.topic, world).slice(0, MOST_CHANGES)) {
    const passage = await reader.recordOf(world, change);
    const text = question.topic === 'changes' ? datedChange(change) : change.text;
    if (passage) sentences.push({ text, passage, score: weight * change.score });
  }
  return { name: 'changes', sentences, context: [] };
}

/** "Changed in session 3: the mill is closed." says what happened when, rather than how it is. */
function datedChange({ text, session }: ToldChange): string {
  return `Changed in session ${session}: ${text.replace(` since session ${session}`, '')}`;
}

async function mainReport(noun: string, world: World, reader: DocumentReader): Promise<CommunityReport> {
  const entities = mainEntities(noun, world);
  const most = entities[0]?.importance.composite ?? 0;
  const changes = toldChanges('changes', world);
  const sentences: RatedSentence[] = [];
  for (const { id, definedAt, importance } of entities.slice(0, MOST_MAIN)) {
    if (importance.composite < MAIN_SHARE * most) break;
    const score = importance.composite;
    const passage = definedAt && (await reader.sentenceAt(world, definedAt));
    if (passage && world.standingOf(id).since === null && !isOvertaken(world, passage)) {
      sentences.push({ text: passage.text.replace(/\s+/gu, ' '), passage, score });
      continue;
    }
    const change = changes.find(({ entities: [changed] }) => changed === id);
    const record = change && (await reader.recordOf(world, change));
    if (record) sentences.push({ text: change.text, passage: record, score });
  }
  return { name: noun, sentences, context: [] };
}
