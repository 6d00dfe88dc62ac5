import { isUnavailable, readStatus } from '@arbiter/changelog';
import type { Phrase, Predicate, Standing } from '../grammar/predicate.js';
import { COPULAS } from '../grammar/read-predicates.js';
import { HARM, LIGHT, changeVerb } from '../happenings/change-verbs.js';
import { type ReadingContext, type StateHappening, happening } from '../happenings/happening.js';
import type { Node } from '../reading/nodes.js';
import { affected } from './patients.js';
import { type StatePhrase, readState } from './read-state.js';

/** Reads what a clause says became of its subject or object: by a copula, a verb that leads to a state, or a verb of change. */
export function readStates(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { lemma, passive, form, subject, object, at } = predicate;
  // An order: "Close Dock 5."
  if (form === 'base' && nodes[at - 1]?.word !== 'to' && subject.entities.length === 0 && predicate.standing === 'fact')
    return [];
  if (COPULAS.has(lemma) && !passive && object.entities.length === 0) {
    const copular = readCopula(nodes, predicate, context);
    if (copular.length > 0 || lemma === 'be') return copular;
  }
  if (LIGHT.has(lemma)) {
    const light = readLight(nodes, predicate, context);
    if (light.length > 0) return light;
  }
  return HARM.has(lemma) ? readBlow(predicate, context) : readVerb(nodes, predicate, context);
}

/** "Dutch Annis was struck down": dead, or only hurt. */
function readBlow(predicate: Predicate, { names, ...context }: ReadingContext): StateHappening[] {
  const { passive, subject, object, standing } = predicate;
  if (standing !== 'fact') return [];
  return (passive ? subject : object).entities
    .filter((entity) => names.kindOf(entity) === 'person')
    .map((entity) => ({
      ...happening(entity, predicate, 'dead', 'gone', { names, ...context }, true),
      isOpen: true,
    }));
}

/** Copulas that tell of a state that was so before. */
const LASTING = /^(?:be|remain|stay|keep|stand|lie|sit|run)$/;

const REGAINED = /^(?:back|no longer)\b|^(?:re\w+ed|freed|lifted)\b/;

/** "X is out of service", "X became hostile". */
function readCopula(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const phrase = readState(nodes, predicate.at + 1, predicate.end, context.vocabulary);
  if (!phrase) return [];
  const { status, availability } = phrase;
  const isDenial = status.startsWith('not ') && !isUnavailable(availability);
  const standing = toldAs(predicate.standing, isDenial);
  const isEvent = !LASTING.test(predicate.lemma) || REGAINED.test(status);
  return affected(predicate.subject, status, context).map((entity) =>
    happening(entity, { ...predicate, standing }, status, availability, context, isEvent),
  );
}

/** "is not open" tells a state, "is not closed" denies one. */
function toldAs(standing: Standing, isDenial: boolean): Standing {
  if (standing !== 'fact' && standing !== 'denied') return standing;
  return isDenial ? 'denied' : 'fact';
}

/** "declared FP-2 inoperable", "was taken out of service", "switched off". */
function readLight(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { lemma, object, subject, passive, at, end } = predicate;
  const hasObject = object.entities.length > 0;
  const phrase = readLightPhrase(
    nodes,
    lemma,
    passive || !hasObject ? at + 1 : afterObject(nodes, at + 1, end),
    end,
    context,
  );
  if (!phrase) return [];
  const patients: Phrase = passive || !hasObject ? subject : object;
  const standing = predicate.standing === 'fact' && lemma === 'report' ? 'report' : predicate.standing;
  return affected(patients, phrase.status, context).map((entity) =>
    happening(entity, { ...predicate, standing }, phrase.status, phrase.availability, context, true),
  );
}

function readLightPhrase(
  nodes: readonly Node[],
  lemma: string,
  from: number,
  end: number,
  { vocabulary }: ReadingContext,
): StatePhrase | null {
  const start = /^(?:as|to)$/.test(nodes[from]?.word ?? '') ? from + 1 : from;
  const particle = nodes[start]?.word ?? '';
  const phrasal = PHRASAL.find(([pattern]) => pattern.test(`${lemma} ${particle}`))?.[1];
  if (phrasal !== undefined) return { status: phrasal, availability: readStatus(phrasal, vocabulary) };
  return readState(nodes, start, end, vocabulary);
}

/** Verbs with a particle that mean a state which neither of both tells alone. */
const PHRASAL: readonly (readonly [RegExp, string])[] = [
  [/^(?:switch|turn|power|shut) off$/, 'switched off'],
  [/^(?:shut|close|stand|power|take|lock|lay|go) down$/, 'shut down'],
  [/^(?:write|rule) off$/, 'written off'],
  [/^(?:seal|lock|cordon|block|close|tape|tag) off$/, 'sealed off'],
  [/^(?:lock|tag) out$/, 'tagged out'],
  [/^(?:tear|pull|burn) down$/, 'destroyed'],
  [/^burn out$/, 'burned out'],
  [/^(?:switch|turn|power) on$/, 'switched on'],
  [/^(?:bring|come|go) (?:online|up)$/, 'online'],
];

function afterObject(nodes: readonly Node[], from: number, end: number): number {
  let index = from;
  while (index < end && !nodes[index]?.entity) index++;
  while (index + 1 < end && /^(?:and|,|the)$/.test(nodes[index + 1]?.word ?? '')) index++;
  return Math.min(index + 1, end);
}

/** A verb of change by itself: "tripped", "was revoked", "closed Dock 5". */
function readVerb(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { subject, object, passive, perfect, negated, form, from, at, end } = predicate;
  const verb = changeVerb(predicate.lemma);
  // "is being closed": not yet.
  if (!verb || nodes[at - 1]?.word === 'being') return [];
  const hasObject = object.entities.length > 0 || object.noun !== '';
  // "MLA-4 recommissioned after repair", as logs write.
  const isReduced = /^(?:past|participle)$/.test(form) && !perfect;
  const isSubject = passive || verb.role === 'subject' || (!hasObject && (verb.role === 'either' || isReduced));
  const own = passive ? readState(nodes, at, Math.min(at + 4, end), context.vocabulary) : null;
  const status = own && isUnavailable(own.availability) === isUnavailable(verb.availability) ? own.status : verb.status;
  const patients = isSubject ? subject : object;
  if (negated && nodes.slice(from, at).some(({ word }) => word === 'longer'))
    return stateOf(patients, { ...predicate, standing: 'fact' }, `no longer ${status}`, context);
  return stateOf(patients, predicate, status, context);
}

function stateOf(patients: Phrase, predicate: Predicate, status: string, context: ReadingContext): StateHappening[] {
  const availability = readStatus(status, context.vocabulary);
  return affected(patients, status, context).map((entity) =>
    happening(entity, predicate, status, availability, context, true),
  );
}
