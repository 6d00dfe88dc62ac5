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
import { readSelection, type SelectionQuestion } from '@arbiter/question-types';
import type { TimeBudget } from '../../calls/time-budget.js';
import { DocumentReader, type ReadableDocuments } from '../document-reader.js';
import type { LibrarySearch } from '../../search/library-search.js';
import { searchFor } from '../state-search.js';
import { type WorldReader, worldsAsked } from '../world-reader.js';
import { statedCounts } from './stated-counts.js';
import { amountOf, isWithin, rowsOfKind, type TableRow } from './table-rows.js';
import { type MeasuredThing, measuredThings } from './measured-things.js';
import type { StatedAmount } from './stated-amounts.js';
import { type CountedThing, wordMeasure, wordSelection } from './word-selection.js';

export interface SelectionPorts {
  readonly catalog: Pick<CollectionCatalog, 'list'>;
  readonly worlds: Pick<WorldReader, 'worldAt'>;
  readonly documents: ReadableDocuments;
  readonly search: LibrarySearch;
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

/** What a search found for a question about amounts. */
interface Found {
  readonly passages: readonly Passage[];
  readonly documents: ReadonlySet<string>;
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
      const statement = await this.tellIn(asked, { signal, time });
      if (statement) return { statement };
    }
    return { statement: null };
  }

  private async tellIn(asked: Asked, call: Call): Promise<CitedStatement | null> {
    const { question } = asked;
    const { amount, measure } = question;
    const unit = measure?.unit ?? amount?.unit;
    if (unit === undefined) return this.countEntities(asked, call);
    const passages = await this.find(asked.query, asked.world, call);
    const found = { passages, documents: new Set(passages.map(({ documentId }) => documentId)) };
    // A table may lack things that have documents of their own; where their numbers are not all known, the table alone is left.
    const things = (await this.fromDocuments(asked, unit, found, call)) ?? (await this.fromTable(asked, unit, found));
    if (!things) return null;
    if (measure) return wordMeasure(question, measure, things);
    const fitting = amount ? things.filter(({ number }) => isWithin(number, amount)) : [];
    const counted = fitting.map(({ name, passage, number }) => ({ name, passage, amount: number }));
    return counted.length === 0 ? null : wordSelection(question, { state: null, place: null }, counted);
  }

  /** The numbers of all things of a kind, wherever documents state them; null unless each has one. */
  private async fromDocuments(
    { question, world, reader }: Asked,
    unit: string,
    { passages, documents }: Found,
    { signal }: Call,
  ): Promise<MeasuredThing[] | null> {
    const selection = selectEntities({ ...question, amount: null, measure: null }, world);
    if (!selection || selection.selected.length < FEWEST_ROWS) return null;
    const counts = passages.flatMap(({ text }) => statedCounts(text, question.noun));
    if (counts.some((count) => count !== selection.members.length)) return null;
    const found = [...world.graph.snapshot.documents.entries()].flatMap(([at, { id }]) =>
      documents.has(id) ? [at] : [],
    );
    const textOf = async (id: string): Promise<string> => (await this.ports.documents.text(id, signal)) ?? '';
    return measuredThings(selection, unit, { world, reader, textOf, found });
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

  /** The rows of the one table that lists the things of a kind with their numbers. What cannot be used now is left out. */
  private async fromTable(
    { question: asked, world, reader }: Asked,
    unit: string,
    { documents }: Found,
  ): Promise<MeasuredThing[] | null> {
    if (asked.modifiers.length > 0) return null;
    const { graph } = world;
    const tables: { readonly rows: readonly TableRow[]; readonly amounts: readonly StatedAmount[] }[] = [];
    for (const [position, { id }] of graph.snapshot.documents.entries()) {
      if (!documents.has(id)) continue;
      const rows = await rowsOfKind(asked.noun, position, world, reader);
      const amounts = rows.flatMap((row) => amountOf(row, unit) ?? []);
      if (rows.length >= FEWEST_ROWS && amounts.length === rows.length) tables.push({ rows, amounts });
    }
    const [table, ...others] = tables;
    if (!table || others.length > 0 || isOutdated(table.rows, asked.noun, world)) return null;
    if (table.amounts.some((one) => one.unit !== table.amounts[0]?.unit)) return null;
    const things = table.rows.flatMap(({ name, passage }, at): MeasuredThing[] => {
      const amount = table.amounts[at];
      const id = graph.index.find(name)?.id;
      const isUsable = id === undefined || !world.isUnavailable(id);
      return amount && isUsable ? [{ ...amount, name, passage }] : [];
    });
    return things.length === 0 ? null : things;
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
