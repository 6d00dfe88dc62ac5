import type { KnownEntity } from '@arbiter/changelog';
import { isPersonNoun } from '@arbiter/extraction';
import type { Node } from '../reading/nodes.js';
import { readObject } from './objects.js';
import { BOUNDARY, readSubject } from './phrases.js';
import { NOTHING, type Phrase, type Predicate } from './predicate.js';
import { isHearsay, standingOf, trailingReport } from './standing.js';
import { type Group, isFinite, readGroup } from './verb-groups.js';
import { BE, DETERMINERS, HAVE, NOBODY_NAMED, REPORTING } from '../english/words.js';

/** Copulas: what follows them is a state. */
export const COPULAS = new Set('be become get remain stay keep stand lie fall turn go come run grow sit'.split(' '));

/** Reads the predicates of a sentence: verbs that a caller knows, with subject, object, voice, and whether it happened. */
export function readPredicates(
  nodes: readonly Node[],
  isVerb: (lemma: string) => boolean,
  current: KnownEntity | null = null,
): Predicate[] {
  const found: Predicate[] = [];
  const hearsay = isHearsay(nodes.map(({ word }) => word).join(' '));
  let report: { readonly source: string; readonly at: number } | null = trailingReport(nodes);
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (!node || node.entity) continue;
    if (/^(?:[;.!?]|but)$/.test(node.word) && report && report.at < at) report = null;
    const group = readGroup(nodes, at, isVerb);
    if (!group) continue;
    const { form, from, auxiliaries } = group;
    const subject =
      form.form === 'ing' && !auxiliaries.some((word) => BE.has(word)) ? NOTHING : readSubject(nodes, from, found);
    if (!isFinite(nodes, group, subject, found)) continue;
    const object = readObject(nodes, at + 1);
    // "Taken out of service.": a line without a subject goes on about that of the line before.
    const elliptic =
      current !== null &&
      group.from === 0 &&
      group.auxiliaries.length === 0 &&
      form.form !== 'base' &&
      form.form !== 'ing' &&
      object.entities.length === 0 &&
      object.noun === '' &&
      !opensClause(nodes, at);
    const standing = standingOf(nodes, group, report !== null || hearsay || node.quoted, found);
    if (REPORTING.has(form.lemma) && report === null)
      report = {
        // "It is said", "she was told": the subject is not who says it.
        source: group.passive
          ? ''
          : (subject.entities[0]?.name ??
            (isPersonNoun(subject.noun) || NOBODY_NAMED.test(subject.noun) ? subject.noun : '')),
        at,
      };
    found.push({
      lemma: form.lemma,
      form: form.form,
      passive: group.passive || sharesPassive(nodes, group, found.at(-1), object),
      standing,
      source: standing === 'report' ? (report?.source ?? '') : '',
      perfect: auxiliaries.some((word) => HAVE.has(word)),
      continuing:
        nodes.slice(from, at + 3).some(({ word }) => word === 'still') || /^(?:remain|stay|keep)$/.test(form.lemma),
      negated: group.negated,
      subject: elliptic ? { entities: [current], noun: '', of: null } : subject,
      object,
      at,
      from,
      end: clauseEnd(nodes, at + 1),
    });
  }
  return found;
}

/** "was charged and rowed out": the auxiliary counts for both. */
function sharesPassive(
  nodes: readonly Node[],
  { form, from, auxiliaries }: Group,
  previous: Predicate | undefined,
  object: Phrase,
): boolean {
  if (auxiliaries.length > 0 || !previous?.passive || !/^(?:and|or|,)$/.test(nodes[from - 1]?.word ?? '')) return false;
  return (
    (form.form === 'past' || form.form === 'participle') &&
    object.entities.length === 0 &&
    object.noun === '' &&
    from - previous.at < 15
  );
}

/** "Released from the third term, the guild sent": a participle before the subject that it belongs to. */
function opensClause(nodes: readonly Node[], at: number): boolean {
  const comma = nodes.findIndex(({ word }, index) => index > at && word === ',');
  const next = nodes[comma + 1];
  return (
    comma > 0 &&
    next !== undefined &&
    (next.entity !== null || DETERMINERS.has(next.word) || /^(?:he|she|it|they|we|i)$/.test(next.word))
  );
}

export function clauseEnd(nodes: readonly Node[], from: number): number {
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
