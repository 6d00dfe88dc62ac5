import type { EntityChange } from '@arbiter/changelog';
import { estimateTokens } from '@arbiter/text';
import type { Place } from '../snapshot/graph-snapshot.js';
import type { World } from '../world/world.js';
import type { Community } from './communities.js';
import { isProvenRelation, nameOf, reasonOf, relationsShown, type ShownRelation, wordRelation } from './wording.js';

export interface ShownCitation {
  readonly documentId: string;
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** A sentence of an expansion, without its marker. */
export interface ShownSentence {
  readonly text: string;
  /** Where a document says so; null if none does. */
  readonly place: Place | null;
  /** Of a sentence that the changelog tells: the session that told it, and the entities by which its record is known. */
  readonly told: { readonly session: number; readonly entities: readonly string[] } | null;
  /** True for a relation that may be wrong: see `isProvenRelation`. Absent: it is proven, or quoted. */
  readonly isUnproven?: boolean;
}

/** What is known of an entity or a community: sentences with markers [n] that point to `citations[n - 1]`. */
export interface ShownExpansion {
  readonly id: string;
  readonly kind: 'entity' | 'community';
  readonly name: string;
  readonly text: string;
  readonly citations: readonly ShownCitation[];
  readonly changes: readonly (Omit<EntityChange, 'update'> & { readonly status: string | null })[];
  /** Those that the text tells. */
  readonly relations: readonly ShownRelation[];
  /** Those of the text. */
  readonly sentences: readonly ShownSentence[];
  readonly tokens: number;
}

/** The published size of an expansion, in tokens. */
export const ENTITY_TOKENS = 2_000;

/** @param maxTokens of the text; sentences that do not fit are left out, the least important first */
export function expandEntity(world: World, node: number, maxTokens: number): ShownExpansion {
  const entity = world.graph.entities[node];
  if (!entity) throw new RangeError(`the graph has no entity ${node}`);
  const { id, name, type } = entity;
  const text = new CitedText(world, maxTokens);
  tellEntity(text, world, node);
  const changes = world.state.entities.get(id)?.changes ?? [];
  const { status } = world.standingOf(id);
  for (const { session, update } of changes)
    if (update.status !== undefined && update.status !== status)
      text.add({ text: `Session ${session}: ${update.status}.`, place: null, told: { session, entities: [id] } });
  const relations = relationsShown(world, id).filter((relation) => tellRelation(text, world, relation));
  return {
    id,
    kind: 'entity',
    name: type === '' ? name : `${name} (${type})`,
    ...text.finish(),
    changes: changes.map(({ update, ...change }) => ({ ...change, status: update.status ?? null })),
    relations,
  };
}

/**
 * The extractive summary of a community: its members from the most important on, each with its definition and how it stands, then
 * the relations among them.
 */
export function expandCommunity(world: World, { id, name, members }: Community, maxTokens: number): ShownExpansion {
  const text = new CitedText(world, maxTokens);
  for (const node of members) if (!tellEntity(text, world, node)) break;
  const relations: ShownRelation[] = [];
  for (const relation of relationsAmong(world, members)) {
    if (!tellRelation(text, world, relation)) break;
    relations.push(relation);
  }
  return { id, kind: 'community', name, ...text.finish(), changes: [], relations };
}

/** One member after the other, so that a summary that is full reads no further. */
function* relationsAmong(world: World, members: readonly number[]): Generator<ShownRelation> {
  const ids = new Set(members.map((node) => world.graph.entities[node]?.id ?? ''));
  for (const id of ids)
    for (const relation of relationsShown(world, id)) if (relation.from === id && ids.has(relation.to)) yield relation;
}

/** @returns false once the text is full */
function tellEntity(text: CitedText, world: World, node: number): boolean {
  const entity = world.graph.entities[node];
  if (!entity) return true;
  if (!tellStatus(text, world, entity.id)) return false;
  const { definition, definedAt } = entity;
  if (definition === '' || !world.isTold(definedAt)) return true;
  const document = definedAt && world.graph.document(definedAt.document);
  const named = document ? world.graph.mentionsIn(document.id, definedAt.start, definedAt.end) : [];
  const others = named.map((mention) => world.graph.entities[mention.node]?.id ?? '');
  return (
    others.every((id) => !world.isUnavailable(id) || tellStatus(text, world, id)) &&
    text.add({ text: definition.replace(/\s+/g, ' ').trim(), place: definedAt, told: null })
  );
}

/** What is gone is told as gone before anything else is said of it. @returns false if that does not fit */
function tellStatus(text: CitedText, world: World, id: string): boolean {
  const standing = world.standingOf(id);
  const reason = reasonOf(world, nameOf(world, id), standing);
  if (reason === null || standing.since === null) return true;
  const entities = [id, ...(standing.chain ?? []).map(({ entity }) => entity)];
  return text.add({ text: reason, place: null, told: { session: standing.since.session, entities } });
}

function tellRelation(text: CitedText, world: World, relation: ShownRelation): boolean {
  const { from, type, to, since } = relation;
  if (![from, to].every((id) => !world.isUnavailable(id) || tellStatus(text, world, id))) return false;
  const clause = wordRelation(nameOf(world, from), type, nameOf(world, to));
  if (since !== null)
    return text.add({
      ...{ text: `${clause} since session ${since}.`, place: null },
      told: { session: since, entities: [from, to] },
    });
  const place = world.graph.evidenceOf(from, type, to);
  return text.add({
    ...{ text: `${clause}.`, place: world.isTold(place) ? place : null, told: null },
    ...(!isProvenRelation(world, relation) && { isUnproven: true }),
  });
}

class CitedText {
  private readonly sentences: ShownSentence[] = [];
  private readonly cited: string[] = [];
  private readonly citations: ShownCitation[] = [];
  private readonly seen = new Set<string>();
  private tokens = 0;

  constructor(
    private readonly world: World,
    private readonly maxTokens: number,
  ) {}

  /** @returns false if it does not fit any more */
  add(sentence: ShownSentence): boolean {
    const { text, place } = sentence;
    if (this.seen.has(text)) return true;
    const document = place && this.world.graph.document(place.document);
    const cited = document ? `${text} [${this.citations.length + 1}]` : text;
    const tokens = estimateTokens(cited);
    if (this.tokens + tokens > this.maxTokens) return false;
    this.tokens += tokens;
    this.seen.add(text);
    this.sentences.push(sentence);
    this.cited.push(cited);
    if (document)
      this.citations.push({ documentId: document.id, source: document.source, start: place.start, end: place.end });
    return true;
  }

  finish(): Pick<ShownExpansion, 'text' | 'citations' | 'sentences' | 'tokens'> {
    const { citations, sentences, tokens } = this;
    return { text: this.cited.join(' '), citations, sentences, tokens };
  }
}
