import type { KnownEntity } from '@arbiter/changelog';
import type { Node } from '../reading/nodes.js';
import { endsPhrase, isWord } from './phrases.js';
import { NOTHING, type Phrase } from './predicate.js';
import { ADVERBS, DETERMINERS, PARTICLES } from '../english/words.js';

/** Nodes of an object at most. */
const MAX_WORDS = 10;

/** Prepositions that are particles too: "in the cellar" has none. */
const BEFORE_NOUN = /^(?:in|on|through|along|around)$/;

/** Looks right from a verb. */
export function readObject(nodes: readonly Node[], from: number): Phrase {
  const start = nodes.findIndex((node, index) => index >= from && (node.entity !== null || !isParticle(node.word)));
  const hasPreposition = nodes
    .slice(from, Math.max(from, start))
    .some(({ word }, index) => BEFORE_NOUN.test(word) && isWord(nodes[from + index + 1]));
  if (start < 0 || hasPreposition) return NOTHING;
  const first = DETERMINERS.has(nodes[start]?.word ?? '') ? start + 1 : start;
  let end = first;
  while (end < start + MAX_WORDS && !endsPhrase(nodes[end]) && !nodes[end]?.entity) end++;
  const node = nodes[end];
  if (node?.entity && end < start + MAX_WORDS)
    return node.possessive
      ? { entities: [], noun: nodes[end + 1]?.word ?? '', of: node.entity }
      : { entities: [node.entity], noun: '', of: null };
  if (end === start) return NOTHING;
  const of = node?.word === 'of' ? nodes.slice(end + 1, end + 3).find(({ entity }) => entity)?.entity : null;
  return { entities: [], noun: nodes[end - 1]?.word ?? '', of: of ?? null };
}

function isParticle(word: string): boolean {
  return PARTICLES.has(word) || ADVERBS.has(word) || word.endsWith('ly');
}

/** The entity after one of some prepositions in a clause. */
export function entityAfter(
  nodes: readonly Node[],
  from: number,
  end: number,
  prepositions: RegExp,
): { readonly entity: KnownEntity; readonly at: number } | null {
  for (let index = from; index < end; index++) {
    if (!prepositions.test(nodes[index]?.word ?? '') || nodes[index]?.entity) continue;
    for (let next = index + 1; next < Math.min(end, index + 7); next++) {
      const node = nodes[next];
      if (!isWord(node)) break;
      if (node.entity) return { entity: node.entity, at: next };
      if (endsPhrase(node) && !DETERMINERS.has(node.word) && !(node.word === 'of' && next > index + 1)) break;
    }
  }
  return null;
}
