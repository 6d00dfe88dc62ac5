import { BE, HAVE } from '@arbiter/english';
import { isPersonNoun } from '@arbiter/extraction';
import type { Node } from '../reading/nodes.js';
import { readObject } from './objects.js';
import { BOUNDARY, readSubject } from './phrases.js';
import { NOTHING, type Phrase, type Predicate } from './predicate.js';
import { isHearsay, standingOf } from './standing.js';
import { isFinite, readGroup } from './verb-groups.js';
import { NOBODY_NAMED, REPORTING } from '../english/words.js';

/** Copulas: what follows them is a state. */
export const COPULAS = new Set('be become get remain stay keep stand lie fall turn go come run grow sit'.split(' '));

/** Reads the predicates of a sentence: verbs that a caller knows, with subject, object, voice, and whether it happened. */
export function readPredicates(nodes: readonly Node[], isVerb: (lemma: string) => boolean): Predicate[] {
  const found: Predicate[] = [];
  const hearsay = isHearsay(nodes);
  /** Who is said to report it; null before a verb of saying. */
  let source: string | null = null;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    const group = !node || node.entity ? null : readGroup(nodes, at, isVerb);
    if (!group) continue;
    const { form, from, auxiliaries, passive, negated } = group;
    const isParticiple = form.form === 'ing' && !auxiliaries.some((word) => BE.has(word));
    const subject = isParticiple ? NOTHING : readSubject(nodes, from, found);
    if (!isFinite(nodes, group, subject, found)) continue;
    const standing = standingOf(nodes, group, source !== null || hearsay);
    // "It is said", "she was told": the subject is not who says it.
    if (REPORTING.has(form.lemma)) source ??= passive ? '' : sourceOf(subject);
    found.push({
      lemma: form.lemma,
      form: form.form,
      passive,
      standing,
      source: standing === 'report' ? (source ?? '') : '',
      perfect: auxiliaries.some((word) => HAVE.has(word)),
      continuing: nodes.slice(from, at + 3).some(({ word }) => word === 'still') || LASTING.test(form.lemma),
      negated,
      subject,
      object: readObject(nodes, at + 1),
      at,
      from,
      end: clauseEnd(nodes, at + 1),
    });
  }
  return found;
}

const LASTING = /^(?:remain|stay|keep)$/;

function sourceOf({ entities, noun }: Phrase): string {
  return entities[0]?.name ?? (isPersonNoun(noun) || NOBODY_NAMED.test(noun) ? noun : '');
}

function clauseEnd(nodes: readonly Node[], from: number): number {
  let index = from;
  while (
    index < nodes.length &&
    index < from + 40 &&
    !(
      BOUNDARY.test(nodes[index]?.word ?? '') ||
      /^(?:but|because|although|while|whereas|when|if|unless)$/.test(nodes[index]?.word ?? '')
    )
  )
    index++;
  return index;
}
