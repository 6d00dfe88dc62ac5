import type { Availability, KnownEntity } from '@arbiter/changelog';
import { entityAfter } from '../grammar/objects.js';
import type { Phrase, Predicate } from '../grammar/predicate.js';
import type { Node } from '../reading/nodes.js';
import { canBe } from '../happenings/change-verbs.js';
import { type ReadingContext, type StateHappening, happening } from '../happenings/happening.js';

export const EMPTY: Phrase = { entities: [], noun: '', of: null };

export const NOBODY: KnownEntity = { id: '', name: '', type: '' };

export function toHappenings(
  patients: Phrase,
  predicate: Predicate,
  status: string,
  availability: Availability,
  nodes: readonly Node[],
  context: ReadingContext,
): StateHappening[] {
  const attributes = attributesOf(nodes, predicate, status, availability);
  return affected(patients, status, context).map((entity) =>
    happening(entity, predicate, status, availability, context, {
      isEvent: true,
      attributes,
      question: ofPart(patients, entity, status),
    }),
  );
}

function attributesOf(
  nodes: readonly Node[],
  { passive, subject, object, at, end, lemma }: Predicate,
  status: string,
  availability: Availability,
): Record<string, unknown> {
  const agent = passive
    ? entityAfter(nodes, at + 1, end, /^by$/)?.entity
    : object.entities.length > 0
      ? subject.entities[0]
      : undefined;
  const attributes: Record<string, unknown> = {};
  if (agent && /^(?:kill|slay|murder|execute|behead|slaughter|assassinate)$/.test(lemma))
    attributes.killed_by = [agent.id];
  else if (agent && availability === 'gone' && /destroyed|burn|sunk|wrecked|demolished|razed/.test(status))
    attributes.destroyed_by = [agent.id];
  const cause = /^(?:due to|because of|after|owing to|from)$/;
  for (let index = at + 1; index < end; index++) {
    const pair = `${nodes[index]?.word ?? ''} ${nodes[index + 1]?.word ?? ''}`;
    if (!cause.test(pair) && !cause.test(nodes[index]?.word ?? '')) continue;
    const from = cause.test(pair) ? index + 2 : index + 1;
    const words = nodes.slice(from, Math.min(end, from + 6));
    if (words.length > 0 && nodes[index]?.word !== 'from') attributes.cause = words.map(({ text }) => text).join(' ');
    break;
  }
  return attributes;
}

/** The entities that a phrase means, as far as they can be in a state. A failed part is told of the whole. */
export function affected(phrase: Phrase, status: string, context: ReadingContext): KnownEntity[] {
  if (phrase.entities.length > 0)
    return phrase.entities.filter((entity) => canBe(status, context.names.kindOf(entity)));
  if (phrase.of && PART_FAILS.test(status) && !BESIDE.test(phrase.noun) && context.names.kindOf(phrase.of) === 'thing')
    return [phrase.of];
  if (phrase.of && BELONGS.test(phrase.noun)) return [phrase.of];
  return [];
}

const PART_FAILS = /^(?:failed|broken|burst|cracked|burnt|burned|jammed|stopped|tripped|damaged|out of)/;

/** Parts and papers that a thing works without. */
const BESIDE =
  /^(?:alarms?|gauges?|indicators?|displays?|lights?|lamps?|clocks?|labels?|sensors?|transmitters?|readings?|tests?|inspections?|checks?|doors?|windows?|cameras?|phones?|telephones?|reports?|papers?|signs?|meetings?|drills?|runs?|trials?|work|works|filling|cleaning|repairs?|orders?|training|talks?|delivery|deliveries)$/;

/** Nouns that are the whole from one side: "the contract of Corvane Linen ended". */
const BELONGS =
  /^(?:contract|licence|license|service|operation|operations|permit|agreement|registration|certificate|use|access|entry|traffic|admissions?)$/;

export function ofPart(phrase: Phrase, entity: KnownEntity, status: string): string | undefined {
  if (phrase.entities.length > 0 || phrase.of !== entity || BELONGS.test(phrase.noun)) return undefined;
  if (PART_FAILS.test(status)) return undefined;
  return `The ${phrase.noun} of ${entity.name} is ${status}: is ${entity.name} itself out of use?`;
}

export function wordsOf(nodes: readonly Node[], from: number, end: number): string {
  return nodes
    .slice(from, end)
    .map(({ word }) => word)
    .join(' ');
}
