import type { PlacedSentence } from '../world/knowledge-graph.js';
import type { World } from '../world/world.js';
import { nameOf, reasonOf, relationsShown, type ShownRelation, wordRelation } from './wording.js';

/** Where a sentence of a card comes from. */
export type CardSource =
  | { readonly kind: 'name' }
  /** A change says so, or it follows from one. */
  | { readonly kind: 'standing'; readonly session: number }
  | { readonly kind: 'relation'; readonly relation: ShownRelation }
  | { readonly kind: 'definition' }
  | { readonly kind: 'sentence'; readonly sentence: PlacedSentence };

/** A sentence of a card. Offsets in the card's text: UTF-16 code units. */
export interface CardSentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly source: CardSource;
}

/** All that is known of an entity, as a passage that can be read with a question. */
export interface EntityCard {
  readonly node: number;
  readonly name: string;
  readonly text: string;
  readonly sentences: readonly CardSentence[];
}

/** About what the reader reads of a passage, in UTF-16 code units. */
const MAX_LENGTH = 1_100;
const MAX_RELATIONS = 8;
const MAX_SENTENCES = 5;
const MAX_ALIASES = 3;

/**
 * Puts together what documents, changelog and graph say of one entity: its name and kind, how it stands, its relations that hold,
 * its definition, and sentences that name it. A question that describes a thing and asks another fact of it ("Who runs the ward
 * for old people?") needs them side by side, and no passage holds both.
 *
 * @param sentences in the order in which they should be taken
 */
export function cardOf(world: World, node: number, sentences: readonly PlacedSentence[]): EntityCard {
  const { graph } = world;
  const entity = graph.entities[node];
  if (!entity) throw new RangeError(`the graph has no entity ${node}`);
  const { id, name, type, aliases, definition } = entity;
  const also = aliases.length > 0 ? ` (also ${aliases.slice(0, MAX_ALIASES).join(', ')})` : '';
  const parts: { readonly text: string; readonly source: CardSource }[] = [
    { text: `${name}${also} is a ${type.replaceAll('_', ' ')}.`, source: { kind: 'name' } },
  ];
  const standing = world.standingOf(id);
  const reason = reasonOf(world, name, standing);
  if (reason !== null && standing.since)
    parts.push({ text: reason, source: { kind: 'standing', session: standing.since.session } });
  for (const relation of relationsShown(world, id).slice(0, MAX_RELATIONS)) {
    const clause = wordRelation(nameOf(world, relation.from), relation.type, nameOf(world, relation.to));
    const since = relation.since === null ? '' : ` since session ${relation.since}`;
    parts.push({ text: `${clause}${since}.`, source: { kind: 'relation', relation } });
  }
  if (definition !== '') parts.push({ text: definition, source: { kind: 'definition' } });
  const naming = sentences.filter((sentence) => isAbout(world, node, sentence));
  for (const sentence of naming.slice(0, MAX_SENTENCES))
    parts.push({ text: sentence.text, source: { kind: 'sentence', sentence } });
  return { node, name, ...joined(parts) };
}

function isAbout({ graph }: World, node: number, { documentId, start, end }: PlacedSentence): boolean {
  return (
    graph.mentionsIn(documentId, start, end).some((mention) => mention.node === node) ||
    graph.subjectsOf(documentId).includes(node)
  );
}

/** Each text once, until the card is full. */
function joined(parts: readonly { readonly text: string; readonly source: CardSource }[]): {
  readonly text: string;
  readonly sentences: readonly CardSentence[];
} {
  let text = '';
  const sentences: CardSentence[] = [];
  const seen = new Set<string>();
  for (const part of parts) {
    const said = part.text.replace(/\s+/g, ' ').trim();
    const separator = text === '' ? '' : ' ';
    if (said === '' || seen.has(said) || text.length + separator.length + said.length > MAX_LENGTH) continue;
    seen.add(said);
    const start = text.length + separator.length;
    text += separator + said;
    sentences.push({ text: said, start, end: text.length, source: part.source });
  }
  return { text, sentences };
}
