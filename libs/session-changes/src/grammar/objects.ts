import type { KnownEntity } from '@arbiter/changelog';
import { conceptsOf, isPersonNoun } from '@arbiter/extraction';
import type { Node } from '../reading/nodes.js';
import { endsPhrase, isWord } from './phrases.js';
import { NOTHING, type Phrase } from './predicate.js';
import { verbForms } from '../english/verb-forms.js';
import { ADVERBS, BE, DETERMINERS, HAVE, PARTICLES } from '../english/words.js';

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
      const next = nodes[index + 1];
      if (node.possessive) return { entities: [], noun: nounFrom(nodes, index + 1), of: node.entity };
      const isCompound =
        isWord(next) &&
        !next.entity &&
        !isPersonNoun(next.word) &&
        conceptsOf(next.word).length > 0 &&
        !endsPhrase(next);
      if (isCompound) return { entities: [], noun: next.word, of: node.entity };
      return { entities: [node.entity, ...joinedAfter(nodes, index + 1)], noun: '', of: null };
    }
    if (endsPhrase(node) && !(DETERMINERS.has(node.word) && index === start)) break;
    index++;
  }
  if (index === start) return NOTHING;
  const noun = nodes[index - 1]?.word ?? '';
  if (
    /^(?:today|yesterday|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|again)$|^\d/.test(
      nodes[start]?.word ?? '',
    )
  )
    return NOTHING;
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

function joinedAfter(nodes: readonly Node[], from: number): KnownEntity[] {
  const joined: KnownEntity[] = [];
  let index = from;
  while (/^(?:and|,)$/.test(nodes[index]?.word ?? '')) {
    let next = index + 1;
    if (/^(?:and|the)$/.test(nodes[next]?.word ?? '')) next++;
    if (nodes[next]?.word === 'the') next++;
    const node = nodes[next];
    const after = nodes[next + 1];
    const isNewClause =
      isWord(after) &&
      !after.entity &&
      (BE.has(after.word) ||
        HAVE.has(after.word) ||
        verbForms(after.word).some(({ form }) => form === 'past' || form === 'third'));
    if (!node?.entity || node.possessive || isNewClause) break;
    joined.push(node.entity);
    index = next + 1;
  }
  return joined;
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
        if (node.possessive) break;
        return { entity: node.entity, at: next };
      }
      if (endsPhrase(node) && !DETERMINERS.has(node.word) && !(node.word === 'of' && next > index + 1)) break;
    }
  }
  return null;
}
