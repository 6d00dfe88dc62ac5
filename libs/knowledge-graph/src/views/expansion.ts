import { estimateTokens } from '@arbiter/text';
import type { Place } from '../snapshot/graph-snapshot.js';
import type { World } from '../world/world.js';
import type { Community } from './communities.js';
import { nameOf, previewOf, reasonOf, relationsShown, type ShownRelation } from './preview.js';
import { wordRelation } from './word-relation.js';

export interface ShownCitation {
  readonly documentId: string;
  readonly source: string;
  readonly start: number;
  readonly end: number;
}

/** What is known of an entity or a community: sentences with markers [n] that point to `citations[n - 1]`. */
export interface ShownExpansion {
  readonly id: string;
  readonly kind: 'entity' | 'community';
  readonly name: string;
  readonly text: string;
  readonly citations: readonly ShownCitation[];
  readonly changes: readonly { readonly entry: number; readonly session: number; readonly status: string | null }[];
  /** Those that the text tells. */
  readonly relations: readonly ShownRelation[];
  readonly tokens: number;
}

/** @param maxTokens of the text; sentences that do not fit are left out, the least important first */
export function expandEntity(world: World, node: number, maxTokens: number): ShownExpansion {
  const { id, name, type, status } = previewOf(world, node);
  const text = new CitedText(world, maxTokens);
  tellEntity(text, world, node);
  const changes = world.state.entities.get(id)?.changes ?? [];
  for (const { session, update } of changes)
    if (update.status !== undefined && update.status !== status) text.add(`Session ${session}: ${update.status}.`);
  const relations = relationsShown(world, id).filter((relation) => tellRelation(text, world, relation));
  return {
    id,
    kind: 'entity',
    name: type === '' ? name : `${name} (${type})`,
    ...text.finish(),
    changes: changes.map(({ entry, session, update }) => ({ entry, session, status: update.status ?? null })),
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
  if (definition === '') return true;
  const document = definedAt && world.graph.document(definedAt.document);
  const named = document ? world.graph.mentionsIn(document.id, definedAt.start, definedAt.end) : [];
  const others = named.map((mention) => world.graph.entities[mention.node]?.id ?? '');
  return (
    others.every((id) => !world.isUnavailable(id) || tellStatus(text, world, id)) &&
    text.add(definition.replace(/\s+/g, ' ').trim(), definedAt)
  );
}

/** What is gone is told as gone before anything else is said of it. @returns false if that does not fit */
function tellStatus(text: CitedText, world: World, id: string): boolean {
  const reason = reasonOf(world, nameOf(world, id), world.standingOf(id));
  return reason === null || text.add(reason);
}

function tellRelation(text: CitedText, world: World, { from, type, to, since }: ShownRelation): boolean {
  if (![from, to].every((id) => !world.isUnavailable(id) || tellStatus(text, world, id))) return false;
  const sentence = `${wordRelation(nameOf(world, from), type, nameOf(world, to))}${since === null ? '' : ` since session ${since}`}.`;
  return text.add(sentence, since === null ? world.graph.evidenceOf(from, type, to) : null);
}

class CitedText {
  private readonly sentences: string[] = [];
  private readonly citations: ShownCitation[] = [];
  private readonly seen = new Set<string>();
  private tokens = 0;

  constructor(
    private readonly world: World,
    private readonly maxTokens: number,
  ) {}

  /** @returns false if it does not fit any more */
  add(sentence: string, place: Place | null = null): boolean {
    if (this.seen.has(sentence)) return true;
    const document = place && this.world.graph.document(place.document);
    const cited = document ? `${sentence} [${this.citations.length + 1}]` : sentence;
    const tokens = estimateTokens(cited);
    if (this.tokens + tokens > this.maxTokens) return false;
    this.tokens += tokens;
    this.seen.add(sentence);
    this.sentences.push(cited);
    if (document)
      this.citations.push({ documentId: document.id, source: document.source, start: place.start, end: place.end });
    return true;
  }

  finish(): Pick<ShownExpansion, 'text' | 'citations' | 'tokens'> {
    return { text: this.sentences.join(' '), citations: this.citations, tokens: this.tokens };
  }
}
