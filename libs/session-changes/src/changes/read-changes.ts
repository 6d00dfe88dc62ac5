import { isUnavailable } from '@arbiter/changelog';
import type { Predicate } from '../grammar/predicate.js';
import { COPULAS, readPredicates } from '../grammar/read-predicates.js';
import { REPORTING } from '../english/words.js';
import type { Discourse } from '../reading/discourse.js';
import type { Node } from '../reading/nodes.js';
import { readRelations } from '../relations/read-relations.js';
import { APPOINT, GIVE, HARM, LIGHT, MOVE, TAKE, changeVerb } from '../happenings/change-verbs.js';
import { isHabit, readCopula, readLight } from './copulas.js';
import { DEPARTURE, FLIGHT, OFFICE, readCustody, readDeath, readHarm, readRemoval } from './fates.js';
import { type Happening, type ReadingContext, type StateHappening, happening } from '../happenings/happening.js';
import { readIdiom } from './idioms.js';
import { affected, wordsOf } from './patients.js';
import { lost, readDepictives, readFunction, readVerb } from './state-verbs.js';

const RELATION_VERBS = new Set(
  'have pick survive use exist apply trade belong lead manage run command rule head chair direct supervise oversee govern captain own hold cover keep operate supply sell host serve guard maintain power feed support provide treat succeed join ally break declare swear turn make serve stay lodge live work reside sleep replace act become be deputise befriend house'.split(
    ' ',
  ),
);

export function isKnownVerb(lemma: string): boolean {
  return (
    COPULAS.has(lemma) ||
    LIGHT.has(lemma) ||
    REPORTING.has(lemma) ||
    GIVE.has(lemma) ||
    TAKE.has(lemma) ||
    APPOINT.has(lemma) ||
    MOVE.has(lemma) ||
    HARM.has(lemma) ||
    RELATION_VERBS.has(lemma) ||
    changeVerb(lemma) !== null
  );
}

/** Reads what a sentence says became of known entities. */
export function readChanges(nodes: readonly Node[], context: ReadingContext, discourse: Discourse): Happening[] {
  const predicates = readPredicates(nodes, isKnownVerb, discourse.current);
  const subject = predicates.find((one) => one.subject.entities.length > 0)?.subject.entities[0];
  const happenings: Happening[] = [];
  for (const [index, predicate] of predicates.entries()) {
    // The clause ends where the next verb's subject begins; its object is its own.
    const next = predicates[index + 1];
    // "lives and works at the inn": both verbs have what follows.
    const shares = next?.at === predicate.at + 2 && nodes[predicate.at + 1]?.word === 'and';
    const end = Math.min(predicate.end, next && !shares ? Math.max(next.from, predicate.at + 1) : nodes.length);
    const clause = { ...predicate, end };
    if (isOver(nodes, clause)) continue;
    happenings.push(...readRelations(nodes, clause, context), ...readStates(nodes, clause, context));
  }
  happenings.push(...readDepictives(nodes, predicates, context));
  happenings.push(...readDeath(nodes, predicates, context));
  for (const one of happenings)
    if (one.what === 'state' && one.standing === 'fact' && isUnavailable(one.availability))
      context.ties.vacate(one.entity);
  if (subject) discourse.promote(subject);
  const unsure = happenings.map((one) => askWho(one, nodes, context));
  return unsure;
}

/** Whoever died under a pronoun that could mean another is asked about. */
function askWho(one: Happening, nodes: readonly Node[], { names }: ReadingContext): Happening {
  if (
    one.what !== 'state' ||
    one.availability !== 'gone' ||
    names.kindOf(one.entity) !== 'person' ||
    one.question !== undefined
  )
    return one;
  const mentions = nodes.filter(({ entity }) => entity === one.entity);
  const isUnsure =
    mentions.length > 0 && mentions.every(({ indirect }) => indirect) && mentions.some(({ ambiguous }) => ambiguous);
  return isUnsure ? { ...one, question: `Is it ${one.entity.name} who is ${one.status}?` } : one;
}

function readStates(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { lemma, passive } = predicate;
  const idiom = readIdiom(nodes, predicate, context);
  if (idiom.length > 0) return idiom;
  if (lemma === 'call' && /^\S+ in sick/.test(wordsOf(nodes, predicate.at, predicate.end)))
    return predicate.subject.entities.map((entity) =>
      happening(entity, predicate, 'off sick', 'away', context, { isEvent: true }),
    );
  const isInfinitive = nodes[predicate.at - 1]?.word === 'to';
  if (
    predicate.form === 'base' &&
    !isInfinitive &&
    predicate.subject.entities.length === 0 &&
    predicate.standing === 'fact'
  )
    return [];
  if (/^(?:strike|knock|cut|run)$/.test(lemma)) {
    const harm = readHarm(nodes, predicate, context);
    if (harm.length > 0) return harm;
  }
  if (COPULAS.has(lemma) && !passive && predicate.object.entities.length === 0) {
    const copular = readCopula(nodes, predicate, context);
    if (copular.length > 0 || lemma === 'be') return copular;
  }
  if (LIGHT.has(lemma)) {
    const light = readLight(nodes, predicate, context);
    if (light.length > 0) return light;
  }
  if (/^(?:take|steal|lose)$/.test(lemma) && !passive) return lemma === 'lose' ? lost(predicate, context) : [];
  if (
    OFFICE.test(wordsOf(nodes, predicate.at, predicate.end)) &&
    /^(?:strip|relieve|remove|dismiss|suspend|expel|oust|vote|depose|throw|resign)$/.test(lemma)
  )
    return readRemoval(predicate, context);
  if (
    /^(?:come|return|be)$/.test(lemma) &&
    predicate.negated &&
    predicate.perfect &&
    /^(?:come back|returned|been (?:seen|heard of))/.test(wordsOf(nodes, predicate.at, predicate.end))
  )
    return affected(predicate.subject, 'missing', context).map((entity) =>
      happening(
        entity,
        { ...predicate, standing: predicate.standing === 'denied' ? 'fact' : predicate.standing },
        'missing',
        'away',
        context,
        { isEvent: true },
      ),
    );
  if (/^(?:work|function|operate)$/.test(lemma)) return readFunction(nodes, predicate, context);
  if (lemma === 'hold' && passive) return readCustody(nodes, predicate, context);
  if (/^(?:flee|run|ride|make|escape)$/.test(lemma) && FLIGHT.test(wordsOf(nodes, predicate.at, predicate.end)))
    return affected(predicate.subject, 'fled', context).map((entity) =>
      happening(entity, predicate, 'fled', 'away', context, { isEvent: true }),
    );
  if (DEPARTURE.test(wordsOf(nodes, predicate.at, predicate.end)))
    return affected(predicate.subject, 'departed', context).map((entity) =>
      happening(entity, predicate, 'departed', 'away', context, { isEvent: true }),
    );
  if (HARM.has(lemma) && !changeVerb(lemma)) return readHarm(nodes, predicate, context);
  return readVerb(nodes, predicate, context);
}

const TRANSIENT =
  /\b(?:for (?:an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|half an|\d+|several|a few|some) (?:\w+ )?(?:hours?|minutes?|moments?|while|seconds?|days?)\b|from .{1,20} (?:to|until|till) (?!further)|between .{1,12} and \d|briefly|overnight|momentarily)/;

/** "was closed for an hour", "was down from two to three": over by now. */
function isOver(nodes: readonly Node[], { at, from, end, perfect, form, lemma }: Predicate): boolean {
  // "closes at six every evening", "expires on 31 December": a rule or a day to come.
  if (
    form === 'third' &&
    nodes[at]?.word !== 'is' &&
    changeVerb(lemma) !== null &&
    (isHabit(wordsOf(nodes, at, end)) ||
      /\b(?:at|on|in|from|until) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|noon|midnight|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|\b(?:tomorrow|next (?:week|month|year))\b/.test(
        wordsOf(nodes, at, end),
      ))
  )
    return true;
  if (/^(?:is|are)$/.test(nodes[from]?.word ?? '') && isHabit(wordsOf(nodes, nodes.length < 12 ? 0 : from, end)))
    return true;
  if (perfect || /^(?:is|are|am)$/.test(nodes[from]?.word ?? '') || /^(?:is|are|am)$/.test(nodes[at]?.word ?? ''))
    return false;
  return TRANSIENT.test(wordsOf(nodes, at, Math.min(nodes.length, Math.max(end, at + 8))));
}
