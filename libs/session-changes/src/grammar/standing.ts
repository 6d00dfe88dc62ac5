import type { Node } from '../reading/nodes.js';
import { BOUNDARY, isWord } from './phrases.js';
import type { Predicate, Standing } from './predicate.js';
import { verbForms } from '../english/verb-forms.js';
import type { Group } from './verb-groups.js';
import { ATTEMPTS, CONDITIONS, HEARSAY, IMPLICATIVE, MODALS } from '../english/words.js';

const ON_RECORD =
  /\baccording to (?:\S+ ){0,5}(?:book|log|logbook|letter|register|record|records|report|sheet|minutes|list|notice|certificate|order|survey|diary)\b/;

/** Rumour; what a record says is none. */
export function isHearsay(text: string): boolean {
  return HEARSAY.test(ON_RECORD.test(text) ? text.replace('according to', '') : text);
}

export function standingOf(
  nodes: readonly Node[],
  group: Group,
  isReport: boolean,
  found: readonly Predicate[],
): Standing {
  const { auxiliaries, infinitive, negated, from, at } = group;
  const segment = segmentStart(nodes, from);
  if (
    ORDER.test(nodes[0]?.word ?? '') ||
    (/^(?:had|were|should)$/.test(nodes[0]?.word ?? '') && nodes[1]?.entity) ||
    (nodes[0]?.word === 'to' && nodes[1]?.word === 'do')
  )
    return 'plan';
  if (nodes.slice(Math.max(0, from - 2), at).some(({ word }) => /^(?:almost|nearly|narrowly)$/.test(word)))
    return 'plan';
  // "Unless the seal is changed, P-201 trips.": what follows from a condition.
  if (
    /^(?:if|unless|whenever|once)$/.test(nodes[0]?.word ?? '') &&
    (group.form.form === 'third' || group.form.form === 'base') &&
    auxiliaries.length === 0
  )
    return 'plan';
  const opener = nodes.slice(segment, from).findIndex(({ word }) => CONDITIONS.has(word));
  if (opener >= 0) return 'plan';
  const before = nodes.slice(segment, from).map(({ word }) => word);
  if (before.includes('when') && group.form.form === 'third') return 'plan';
  // "must be counted as" concludes, and wants nothing.
  const concludes = auxiliaries.includes('must') && /^(?:count|consider|regard|treat)$/.test(group.form.lemma);
  if (auxiliaries.some((word) => MODALS.has(word)) && !concludes) return 'plan';
  if (infinitive !== null) {
    if (ATTEMPTS.has(infinitive)) return 'attempt';
    if (!IMPLICATIVE.has(infinitive)) return 'plan';
  }
  // "called it repaired": so somebody calls it.
  const caller = found.at(-1);
  if (caller && /^(?:call|deem|consider)$/.test(caller.lemma) && from - caller.at <= 3 && auxiliaries.length === 0)
    return 'report';
  // "tried to free it and close it": a coordinated verb has the standing of the one before it.
  const previous = found.at(-1);
  if (
    previous &&
    infinitive === null &&
    auxiliaries.length === 0 &&
    group.form.form === 'base' &&
    /^(?:and|or|,|then)$/.test(nodes[from - 1]?.word ?? '')
  )
    return previous.standing;
  if (
    negated ||
    (before.some((word) => /^(?:no|nobody|none|neither|nothing|without)$/.test(word)) && before.length < 6)
  )
    return isReport ? 'report' : 'denied';
  return isReport || nodes[at]?.quoted === true ? 'report' : 'fact';
}

/** Words that open an order or a request: nothing has happened yet. */
const ORDER =
  /^(?:check|confirm|ensure|verify|please|keep|do|don't|always|remember|todo|request|reminder|action|let's|let)$/;

function segmentStart(nodes: readonly Node[], from: number): number {
  let index = from;
  while (
    index > 0 &&
    !BOUNDARY.test(nodes[index - 1]?.word ?? '') &&
    nodes[index - 1]?.word !== ',' &&
    nodes[index - 1]?.word !== 'but'
  )
    index--;
  return index;
}

/** "…, says the security round." */
export function trailingReport(nodes: readonly Node[]): { readonly source: string; readonly at: number } | null {
  const comma = nodes.map(({ word }) => word).lastIndexOf(',');
  if (comma < 2) return null;
  const after = nodes.slice(comma + 1, comma + 4);
  const verb = after.findIndex(
    (node) =>
      !node.entity &&
      verbForms(node.word).some(
        ({ lemma, form }) => /^(?:say|claim|think|believe|report|hear|insist|tell)$/.test(lemma) && form !== 'ing',
      ),
  );
  if (verb < 0 || nodes.length - comma > 9) return null;
  const named = nodes.slice(comma + 1).find((node) => node.entity && !node.indirect);
  return {
    source:
      named?.text ??
      nodes
        .slice(comma + 1 + (verb === 0 ? 1 : 0))
        .filter(isWord)
        .slice(0, 3)
        .map(({ text }) => text)
        .join(' '),
    at: nodes.length,
  };
}
