import type { KnownEntity } from '@arbiter/changelog';
import type { Node } from '../reading/nodes.js';
import { endsPhrase, isWord } from './phrases.js';
import { NOTHING, type Phrase } from './predicate.js';
import { ADVERBS, DETERMINERS, PARTICLES } from '../english/words.js';

/** Looks right from a verb. */
export function readObject(nodes: readonly Node[], from: number): Phrase {
  let index = from;
  while (
    index < nodes.length &&
    !nodes[index]?.entity &&
    (PARTICLES.has(nodes[index]?.word ?? '') ||
      ADVERBS.has(nodes[index]?.word ?? '') ||
      (nodes[index]?.word ?? '').endsWith('ly'))
  ) {
    // "in the cellar": a preposition, no particle.
    if (/^(?:in|on|through|along|around)$/.test(nodes[index]?.word ?? '') && isWord(nodes[index + 1])) return NOTHING;
    index++;
  }
  const start = index;
  while (index < nodes.length && index - start < 10) {
    const node = nodes[index];
    if (!isWord(node)) break;
    if (node.entity) {
      if (node.possessive) return { entities: [], noun: nounFrom(nodes, index + 1), of: node.entity };
      return { entities: [node.entity], noun: '', of: null };
    }
    if (endsPhrase(node) && !(DETERMINERS.has(node.word) && index === start)) break;
    index++;
  }
  if (index === start) return NOTHING;
  const noun = nodes[index - 1]?.word ?? '';
  const of =
    nodes[index]?.word === 'of'
      ? ([nodes[index + 1], nodes[index + 2]].find((node) => node?.entity)?.entity ?? null)
      : null;
  return { entities: [], noun, of };
}

function nounFrom(nodes: readonly Node[], from: number): string {
  let index = from;
  while (index + 1 < nodes.length && !endsPhrase(nodes[index + 1]) && !nodes[index + 1]?.entity && index - from < 4)
    index++;
  return nodes[index]?.word ?? '';
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
      if (node.entity) {
        return { entity: node.entity, at: next };
      }
      if (endsPhrase(node) && !DETERMINERS.has(node.word) && !(node.word === 'of' && next > index + 1)) break;
    }
  }
  return null;
}
