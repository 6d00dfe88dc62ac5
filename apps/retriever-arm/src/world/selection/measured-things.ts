import type { Passage } from '@arbiter/contracts';
import type { Selection, World } from '@arbiter/knowledge-graph';
import type { CandidateSentence } from '../../synthesis/sentences/candidate-sentences.js';
import { asPassage, type DocumentReader } from '../document-reader.js';
import { readRow } from './table-rows.js';
import { amountOfAttribute, type StatedAmount, statedAmounts } from './stated-amounts.js';

/** A thing with the number that it has, and where that is stated. */
export interface MeasuredThing extends StatedAmount {
  readonly name: string;
  readonly passage: Passage;
}

/** Documents that are read for one question. */
const MOST_DOCUMENTS = 64;

/** Length of "The ". */
const ARTICLE = 4;

/** A field of a form, or a sentence that goes on about its subject. */
function isOfSubject(text: string): boolean {
  return /^(?:it|they|this)\b|^[\p{L}][\p{L}\d ()-]{0,40}: /iu.test(text);
}

/** A world with the documents that it is of. */
export interface ReadWorld {
  readonly world: World;
  readonly reader: DocumentReader;
  /** Empty for a document that has been deleted. */
  readonly textOf: (document: string) => Promise<string>;
}

type PlacedText = Pick<CandidateSentence, 'passage' | 'start' | 'end' | 'text'>;

/** Lines such as "Beds: 24": they are no sentences. */
function fieldsIn(text: string, { passage }: PlacedText): PlacedText[] {
  return [...text.matchAll(/^(?:[-*•] )?(?<field>[\p{L}][\p{L}\d ()$€£¥%/-]{0,40}: \S[^\n]*)$/gmu)].map(
    ({ 0: line, index, groups }) => {
      const field = groups?.field ?? '';
      const start = index + line.length - field.length;
      return { passage, start, end: start + field.length, text: field };
    },
  );
}

interface Statement extends StatedAmount {
  readonly passage: Passage;
}

/**
 * The number of each selected thing, from all documents that are about it, from tables, fields, sentences and front matter. What a
 * session changed counts before.
 *
 * @param unit as the question says it: "beds", "cost"
 * @param found documents that a search found, by position
 * @returns null unless each has exactly one number, and all of them one unit
 */
export async function measuredThings(
  { selected }: Selection,
  unit: string,
  { found, ...read }: ReadWorld & { readonly found: readonly number[] },
): Promise<MeasuredThing[] | null> {
  const { world, reader } = read;
  const { entities, snapshot } = world.graph;
  const nodes = new Set(selected.map(({ node }) => node));
  const documents = [
    ...new Set([
      ...[...nodes].flatMap((node) => {
        const { describedIn = [], definedAt } = entities[node] ?? {};
        return [...describedIn, ...(definedAt ? [definedAt.document] : [])];
      }),
      ...found,
    ]),
  ];
  if (documents.length > MOST_DOCUMENTS) return null;
  const stated = new Map<number, Statement[]>();
  for (const document of documents) {
    // What sessions changed, the changelog says.
    if (snapshot.documents[document]?.session === null)
      for (const [node, statement] of await statementsIn(document, unit, nodes, read))
        stated.set(node, [...(stated.get(node) ?? []), statement]);
  }
  const things: MeasuredThing[] = [];
  for (const node of nodes) {
    const changed = await changedAmount(node, unit, world, reader);
    // A change that cannot be shown: what the documents state is outdated.
    if (changed === null) return null;
    const all = changed ? [changed] : (stated.get(node) ?? []);
    const [first] = all;
    if (!first || all.some((one) => one.number !== first.number || one.unit !== first.unit)) return null;
    things.push({ ...first, name: entities[node]?.name ?? '' });
  }
  return things.every((thing) => thing.unit === things[0]?.unit) ? things : null;
}

async function statementsIn(
  document: number,
  unit: string,
  nodes: ReadonlySet<number>,
  { world, reader, textOf }: ReadWorld,
): Promise<(readonly [node: number, statement: Statement])[]> {
  const { graph } = world;
  const id = graph.snapshot.documents[document]?.id ?? '';
  const subjects = graph.subjectsOf(id).filter((node) => nodes.has(node));
  const subject = subjects.length === 1 ? subjects[0] : undefined;
  const sentences = await reader.sentencesOf(world, document);
  const [opening] = sentences;
  const found = [...sentences, ...(opening ? fieldsIn(await textOf(id), opening) : [])].flatMap(
    (sentence): (readonly [number, Statement])[] => {
      const amounts = statedAmounts(sentence.text, unit);
      if (amounts.length === 0) return [];
      const row = readRow(sentence.text);
      const inRow = row && graph.nodeOf(graph.index.find(row.name)?.id ?? '');
      const [first] = graph.mentionsIn(id, sentence.start, sentence.end);
      // "The store beside Elm Ward has 30 beds" is about the store: only who begins a sentence has the number.
      const named = first && first.start - sentence.start <= ARTICLE ? first.node : undefined;
      const node = inRow ?? named ?? (isOfSubject(sentence.text) ? subject : undefined);
      if (node === undefined || !nodes.has(node)) return [];
      return amounts.map((amount) => [node, { ...amount, passage: asPassage(sentence) }]);
    },
  );
  if (subject === undefined || !opening) return found;
  const own = Object.entries(opening.passage.metadata).flatMap(
    ([key, value]) => amountOfAttribute(key, value, unit) ?? [],
  );
  return [
    ...found,
    ...own.map((amount): readonly [number, Statement] => [subject, { ...amount, passage: asPassage(opening) }]),
  ];
}

/** What the changelog says of it, with the record of the session; null where that cannot be shown, undefined where it says nothing. */
async function changedAmount(
  node: number,
  unit: string,
  world: World,
  reader: DocumentReader,
): Promise<Statement | null | undefined> {
  const id = world.graph.entities[node]?.id ?? '';
  const changes = world.state.entities.get(id)?.changes ?? [];
  for (const { session, update } of changes.toReversed())
    for (const [key, value] of Object.entries(update)) {
      const amount = amountOfAttribute(key, value, unit);
      if (!amount) continue;
      const passage = await reader.recordOf(world, { session, entities: [id], text: `${key} ${amount.number}` });
      return passage && { ...amount, passage };
    }
  return undefined;
}
