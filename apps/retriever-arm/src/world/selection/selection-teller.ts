import {
  passageOf,
  type CitedStatement,
  type OperationInput,
  type OperationOutput,
  type Passage,
  type tellSelection,
} from '@arbiter/contracts';
import {
  kindMembers,
  reasonOf,
  type SelectedEntity,
  type Selection,
  selectEntities,
  type World,
} from '@arbiter/knowledge-graph';
import type { CollectionCatalog } from '@arbiter/ports';
import { type AmountBound, readSelection, type SelectionQuestion } from '@arbiter/question-types';
import type { TimeBudget } from '../../calls/time-budget.js';
import { DocumentReader, type ReadableDocuments } from '../document-reader.js';
import { searchFor, type StateSearch } from '../state-search.js';
import { type WorldReader, worldsAsked } from '../world-reader.js';
import { statedCounts } from './stated-counts.js';
import { amountOf, isWithin, rowsOfKind, type TableRow } from './table-rows.js';
import { type CountedThing, wordSelection } from './word-selection.js';

export interface SelectionPorts {
  readonly catalog: Pick<CollectionCatalog, 'list'>;
  readonly worlds: Pick<WorldReader, 'worldAt'>;
  readonly documents: ReadableDocuments;
  readonly search: Pick<StateSearch, 'search'>;
}

interface Call {
  readonly signal: AbortSignal;
  readonly time: TimeBudget;
}

interface Asked {
  readonly query: string;
  readonly question: SelectionQuestion;
  readonly world: World;
  readonly reader: DocumentReader;
}

/** Passages in which the documents may state the number themselves, or list the things. */
const SEARCHED = 8;
/** Fewer rows are no table. */
const FEWEST_ROWS = 2;

/** Counts and lists the things of a kind that fit conditions, each with what shows that it does. */
export class SelectionTeller {
  constructor(private readonly ports: SelectionPorts) {}

  /** @throws ArbiterError of the search and the stores */
  async tell(
    { query, ...wanted }: OperationInput<typeof tellSelection>,
    signal: AbortSignal,
    time: TimeBudget,
  ): Promise<OperationOutput<typeof tellSelection>> {
    const question = readSelection(query);
    if (!question) return { statement: null };
    const reader = new DocumentReader(this.ports.documents, signal);
    for await (const world of worldsAsked(this.ports, wanted, signal)) {
      const asked = { query, question, world, reader };
      const statement = question.amount
        ? await this.countRows(asked, question.amount, { signal, time })
        : await this.countEntities(asked, { signal, time });
      if (statement) return { statement };
    }
    return { statement: null };
  }

  private async countEntities({ query, question, world, reader }: Asked, call: Call): Promise<CitedStatement | null> {
    const selection = selectEntities(question, world);
    if (!selection) return null;
    if (selection.selected.length === 0) return noneOf(question, selection, world, reader);
    const things: CountedThing[] = [];
    for (const each of selection.selected) {
      const passage = await evidenceOf(each, selection, world, reader);
      // What cannot be shown cannot be counted either.
      if (!passage) return null;
      things.push({ name: world.graph.entities[each.node]?.name ?? '', passage, amount: null });
    }
    if (selection.state === null) {
      const passages = await this.find(query, world, call);
      // A graph knows only what has a name: the documents may state how many there are.
      const counts = passages.flatMap(({ text }) => statedCounts(text, question.noun));
      if (counts.some((count) => count !== things.length)) return null;
    }
    const place = selection.place === null ? null : (world.graph.entities[selection.place]?.name ?? null);
    return wordSelection(question, { state: selection.state, place }, things);
  }

  /** Counts the rows of the one table that lists the things of a kind with the amount. What cannot be used now is left out. */
  private async countRows(
    { query, question: asked, world, reader }: Asked,
    amount: AmountBound,
    call: Call,
  ): Promise<CitedStatement | null> {
    if (asked.modifiers.length > 0) return null;
    const { graph } = world;
    const documents = new Set((await this.find(query, world, call)).map(({ documentId }) => documentId));
    const tables: (readonly TableRow[])[] = [];
    for (const [position, { id }] of graph.snapshot.documents.entries()) {
      if (!documents.has(id)) continue;
      const rows = await rowsOfKind(asked.noun, position, world, reader);
      if (rows.length >= FEWEST_ROWS && rows.every((row) => amountOf(row, amount.unit) !== null)) tables.push(rows);
    }
    const [rows, ...others] = tables;
    if (!rows || others.length > 0 || isOutdated(rows, asked.noun, world)) return null;
    const things = rows.flatMap(({ name, passage, ...row }): CountedThing[] => {
      const number = amountOf(row, amount.unit);
      const id = graph.index.find(name)?.id;
      const isUsable = id === undefined || !world.isUnavailable(id);
      return number !== null && isWithin(number, amount) && isUsable ? [{ name, passage, amount: number }] : [];
    });
    return things.length === 0 ? null : wordSelection(asked, { state: null, place: null }, things);
  }

  private async find(query: string, { graph }: World, { signal, time }: Call): Promise<Passage[]> {
    const { results } = await this.ports.search.search(
      { ...searchFor(query, [graph.snapshot.collection], { limit: SEARCHED }), rerank: false },
      signal,
      time,
    );
    return results.map(passageOf);
  }
}

/** "None of the wards is closed: Elm Ward is open since session 3 [1]." */
async function noneOf(
  { noun }: SelectionQuestion,
  { formerly, state }: Selection,
  world: World,
  reader: DocumentReader,
): Promise<CitedStatement | null> {
  const passages: Passage[] = [];
  const reasons: string[] = [];
  for (const node of formerly) {
    const entity = world.graph.entities[node];
    const standing = world.standingOf(entity?.id ?? '');
    const text = entity ? reasonOf(world, entity.name, standing) : null;
    if (!entity || text === null || standing.since === null) continue;
    const passage = await reader.recordOf(world, { session: standing.since.session, entities: [entity.id], text });
    if (passage) reasons.push(`${text.replace(/\.$/u, '')} [${passages.push(passage)}]`);
  }
  if (reasons.length === 0) return null;
  return { text: `None of the ${noun} is ${state ?? ''} now: ${reasons.join('; ')}.`, passages };
}

/** Whether sessions tell of a thing of the kind that the table does not know. */
function isOutdated(rows: readonly TableRow[], noun: string, world: World): boolean {
  const { index, entities } = world.graph;
  const known = new Set(rows.map(({ name }) => index.find(name)?.id));
  return kindMembers(noun, world).sure.some((node) => {
    const id = entities[node]?.id ?? '';
    return !known.has(id) && world.standingOf(id).since !== null && !world.isUnavailable(id);
  });
}

/** What shows that a thing fits: the record of the change, the place that tells where it is, or what says what it is. */
async function evidenceOf(
  { node, placedBy }: SelectedEntity,
  { state }: Selection,
  world: World,
  reader: DocumentReader,
): Promise<Passage | null> {
  const { graph } = world;
  const entity = graph.entities[node];
  if (!entity) return null;
  const standing = world.standingOf(entity.id);
  const text = reasonOf(world, entity.name, standing);
  if (state !== null && standing.since && text !== null) {
    const causes = (standing.chain ?? []).map((step) => step.entity);
    return reader.recordOf(world, { session: standing.since.session, entities: [entity.id, ...causes], text });
  }
  const told = placedBy?.since;
  if (told)
    return reader.recordOf(world, { session: told.session, entities: [placedBy.from, placedBy.to], text: entity.name });
  const evidence = placedBy && graph.evidenceOf(placedBy.from, placedBy.type, placedBy.to);
  const shown = evidence && (await reader.sentenceAt(world, evidence));
  if (shown) return shown;
  return entity.definedAt && reader.sentenceAt(world, entity.definedAt);
}
