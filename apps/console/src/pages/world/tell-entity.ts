import type { DrawnEntity, Subgraph } from './atlas.js';
import { inWords } from './words.js';

export interface MarkedPiece {
  readonly words: string;
  /** n of the marker [n] after the words. */
  readonly marker: number | null;
}

/** A text with markers [n], cut behind each. */
export function markedPieces(text: string): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(/\[(\d{1,4})\]/g)) {
    pieces.push({ words: text.slice(from, match.index), marker: Number(match[1]) });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ words: text.slice(from), marker: null });
  return pieces;
}

export interface RelationGroup {
  /** `led by`, or `← led by` for what leads to the entity. */
  readonly words: string;
  readonly others: readonly Pick<DrawnEntity, 'id' | 'name'>[];
}

/** The relations of an entity by kind and direction, the most frequent kind first. */
export function groupRelations(
  id: string,
  relations: Subgraph['relations'],
  entities: readonly DrawnEntity[],
): RelationGroup[] {
  const names = new Map(entities.map((entity) => [entity.id, entity.name]));
  const groups = new Map<string, Map<string, string>>();
  for (const { from, type, to } of relations) {
    if (from !== id && to !== id) continue;
    const other = from === id ? to : from;
    const words = from === id ? inWords(type) : `← ${inWords(type)}`;
    const others = groups.get(words) ?? new Map<string, string>();
    groups.set(words, others.set(other, names.get(other) ?? other));
  }
  return [...groups]
    .map(([words, others]) => ({ words, others: [...others].map(([other, name]) => ({ id: other, name })) }))
    .sort((a, b) => b.others.length - a.others.length);
}
