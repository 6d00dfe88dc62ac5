import { type Availability, isUnavailable, readStatus } from '@arbiter/changelog';
import { readSubject } from '../grammar/phrases.js';
import type { Predicate } from '../grammar/predicate.js';
import type { Node } from '../reading/nodes.js';
import { APPOINT, changeVerb } from '../happenings/change-verbs.js';
import { type ReadingContext, type StateHappening, happening } from '../happenings/happening.js';
import { EMPTY, NOBODY, affected, toHappenings, wordsOf } from './patients.js';
import { readState } from './read-state.js';

export function lost(predicate: Predicate, context: ReadingContext): StateHappening[] {
  return affected(predicate.object, 'lost', context)
    .filter((entity) => context.names.kindOf(entity) === 'thing')
    .map((entity) => happening(entity, predicate, 'lost', 'gone', context, { isEvent: true }));
}

/** A verb of change by itself: "tripped", "was revoked", "closed Dock 5". */
export function readVerb(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const verb = changeVerb(predicate.lemma);
  if (!verb || APPOINT.has(verb.lemma)) return [];
  const { subject, object, passive, at, end } = predicate;
  // "is being repaired": not yet. "is being closed": who knows.
  if (nodes[at - 1]?.word === 'being')
    return isUnavailable(verb.availability)
      ? []
      : toHappenings(subject, predicate, `being ${verb.status}`, 'closed', nodes, context);
  const hasObject = object.entities.length > 0 || object.noun !== '';
  const patients =
    verb.role === 'subject'
      ? passive ||
        !hasObject ||
        /^(?:die|perish|flee|leave|depart|resign|quit|retire|abdicate|surrender)$/.test(verb.lemma)
        ? subject
        : EMPTY
      : passive || (!hasObject && (verb.role === 'either' || isReduced(predicate)))
        ? subject
        : object;
  // "failed its check": the check tells of the thing.
  if (verb.lemma === 'fail' && !passive && hasObject && object.entities.length === 0)
    return /^(?:test|check|control|inspection|survey|examination|audit|trial|checks|tests)$/.test(object.noun)
      ? affected(subject, 'failed', context)
          .filter((entity) => context.names.kindOf(entity) === 'thing')
          .map((entity) => happening(entity, predicate, `failed ${object.noun}`, 'closed', context, { isEvent: true }))
      : [];
  if (
    verb.lemma === 'break' &&
    !passive &&
    !hasObject &&
    (nodes[at + 1]?.word === 'with' ||
      patients.entities.some((entity) => /^(?:person|group)$/.test(context.names.kindOf(entity))))
  )
    return [];
  // "left early": back tomorrow.
  if (
    verb.lemma === 'leave' &&
    !passive &&
    !predicate.perfect &&
    patients.entities.some((entity) => context.names.kindOf(entity) === 'person') &&
    !/^\S+(?: for good| for ever| permanently| on \w+day)?$/.test(wordsOf(nodes, at, end))
  )
    return [];
  // "left the Order" ends a membership; "left his clinkers to Cosmo" is a gift.
  if (/^(?:leave|depart|quit)$/.test(verb.lemma) && !passive && hasObject) return [];
  if (/^(?:flee|depart|leave)$/.test(verb.lemma) && passive) return [];
  // "transferred to Crew A" says where, not whether.
  if (readStatus(`${verb.status} ${wordsOf(nodes, at + 1, at + 3)}`, context.vocabulary) === 'unknown') return [];
  if (verb.lemma === 'bury') return [];
  if (/^(?:retire|return|recover)$/.test(verb.lemma) && passive)
    return toHappenings(subject, predicate, verb.status, verb.availability, nodes, context);
  if (
    /^(?:release|free)$/.test(verb.lemma) &&
    /\bfrom (?:\w+ ){0,2}(?:contract|dut(?:y|ies)|service|office|post|employment)\b/.test(wordsOf(nodes, at, end))
  )
    return toHappenings(patients, predicate, 'released from contract', 'away', nodes, context);
  if (verb.lemma === 'fail' && nodes[at + 1]?.word === 'to') return [];
  if (verb.lemma === 'turn' || (nodes[at + 1]?.word === 'away' && /^(?:send|turn|drive|wave)$/.test(verb.lemma)))
    return [];
  if (verb.lemma === 'return' && context.names.kindOf(patients.entities[0] ?? NOBODY) === 'person') return [];
  let { status, availability } = verb;
  if (predicate.negated && /\bno longer\b/.test(wordsOf(nodes, predicate.from, at))) {
    status = `no longer ${status}`;
    return toHappenings(
      patients,
      { ...predicate, standing: predicate.standing === 'denied' ? 'fact' : predicate.standing },
      status,
      readStatus(status),
      nodes,
      context,
    );
  }
  const own = readState(
    [...nodes.slice(at, at + 1), ...nodes.slice(at + 1, end)],
    0,
    Math.min(4, end - at),
    context.vocabulary,
  );
  if (own && isUnavailable(own.availability) === isUnavailable(availability) && own.end > 1 && passive)
    status = own.status;
  if (/\b(?:for good|permanently|for ever|forever)\b/.test(wordsOf(nodes, at, end))) {
    status = `${status} permanently`;
    availability = readStatus(status, context.vocabulary);
  }
  if (
    /^(?:burn|break|tear|fall)$/.test(verb.lemma) &&
    /^(?:down|to (?:the )?(?:ground|ashes)|away|apart|in (?:two|the middle))/.test(wordsOf(nodes, at + 1, end))
  ) {
    status = 'destroyed';
    availability = 'gone';
  }
  return toHappenings(patients, predicate, status, availability, nodes, context);
}

/** "MLA-4 recommissioned after repair": a participle without its auxiliary, as logs write. */
function isReduced({ form, perfect, subject }: Predicate): boolean {
  return (form === 'participle' || form === 'past') && !perfect && subject.entities.length > 0;
}

/** "works again", "does not work" */
export function readFunction(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  if (predicate.standing === 'plan' || predicate.standing === 'attempt') return [];
  const after = wordsOf(nodes, predicate.at + 1, predicate.end);
  const again = /\b(?:again|normally|once more|fine)\b/.test(after);
  if (!again && !predicate.negated) return [];
  const [status, availability]: [string, Availability] = predicate.negated
    ? ['not working', 'closed']
    : ['working again', 'available'];
  const standing = predicate.standing === 'denied' ? 'fact' : predicate.standing;
  return affected(predicate.subject, status, context)
    .filter((entity) => context.names.kindOf(entity) !== 'person')
    .map((entity) => happening(entity, { ...predicate, standing }, status, availability, context, { isEvent: true }));
}

/** "…, dead since midnight": a state after a comma. */
export function readDepictives(
  nodes: readonly Node[],
  predicates: readonly Predicate[],
  context: ReadingContext,
): StateHappening[] {
  const found: StateHappening[] = [];
  for (let at = 1; at + 1 < nodes.length; at++) {
    if (nodes[at]?.word !== ',') continue;
    const next = nodes[at + 1];
    if (!next || next.entity || predicates.some((one) => one.at === at + 1)) continue;
    const phrase = readState(nodes, at + 1, Math.min(nodes.length, at + 7), context.vocabulary);
    const after = phrase ? nodes[phrase.end]?.word : undefined;
    if (!phrase || phrase.availability === 'unknown' || !/^(?:since|for|from|by|until|,|\.|;)$/.test(after ?? '.'))
      continue;
    const own = [...predicates].reverse().find((one) => one.at < at);
    const subject = nodes[at - 1]?.entity
      ? { entities: [nodes[at - 1]?.entity ?? NOBODY], noun: '', of: null }
      : (own?.subject ?? readSubject(nodes, at, []));
    if (own && own.standing !== 'fact') continue;
    for (const entity of affected(subject, phrase.status, context))
      found.push(
        happening(
          entity,
          { standing: 'fact', source: '', continuing: false, lemma: 'be' },
          phrase.status,
          phrase.availability,
          context,
          { isEvent: false },
        ),
      );
  }
  return found;
}
