import type { KnownEntity } from '@arbiter/changelog';
import { type Happening, type ReadingContext, happening } from '../happenings/happening.js';
import { entityAfter } from '../grammar/objects.js';
import type { Predicate } from '../grammar/predicate.js';
import { participleOf } from '../english/verb-forms.js';
import type { Node } from '../reading/nodes.js';
import { begun, canHold, ended } from './begin-and-end.js';

/** "gave the Tongue to Osk", "handed Osk the Tongue", "hands the keys of the inn to Bo". */
export function readGift(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { object, subject, passive, at, end, lemma } = predicate;
  const receiver = entityAfter(nodes, at + 1, end, /^(?:to)$/)?.entity ?? null;
  let things = passive ? subject.entities : object.entities;
  let holder = receiver;
  if (!passive && object.entities.length > 0 && !holder) {
    // "gave Osk the Tongue"
    const [first] = object.entities;
    const second = nodes
      .slice(at + 1, end)
      .find((node) => node.entity && node.entity !== first && !node.possessive)?.entity;
    if (first && second && canHold(first, context) && lemma !== 'sell') {
      holder = first;
      things = [second];
    }
  }
  if (lemma === 'pass' && !passive && object.entities.length === 0 && receiver && nodes[at + 1]?.word === 'to')
    things = subject.entities;
  if (!holder) return [];
  const of = passive ? subject.of : object.of;
  if (
    things.length === 0 &&
    of &&
    /^(?:keys?|command|control|charge|running|management|care|reins)$/.test(passive ? subject.noun : object.noun)
  )
    return handOver(of, holder, predicate, context);
  const to = holder;
  return things.flatMap((thing) => {
    if (thing.id === to.id || !canHold(to, context)) return [];
    const kind = context.names.kindOf(thing);
    if (kind === 'person') return [];
    // A duty or a place that somebody runs, not a thing that somebody has.
    const isRun = [
      ...context.ties.find('keep', { dependent: thing }),
      ...context.ties.find('lead', { dependent: thing }),
    ].some(({ type }) => !/^(?:held|owned|owns|holds|has|possess)/.test(type));
    if (kind !== 'thing' || isRun) return handOver(thing, to, predicate, context);
    return passOn(
      thing,
      to,
      lemma === 'sell' ? 'sold' : lemma === 'return' ? 'returned' : `held by ${to.name}`,
      predicate,
      context,
    );
  });
}

export function subjectOf({ subject }: Predicate): KnownEntity | undefined {
  return subject.entities[0];
}

/** "Issued permit WP-9 to Acme" */
export function readIssue(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { passive, subject, object, at, end, lemma } = predicate;
  const [thing] = passive || object.entities.length === 0 ? subject.entities : object.entities;
  const to = entityAfter(nodes, at + 1, end, /^to$/)?.entity;
  return thing && to ? begun(predicate, thing, to, context.ties.typeFor(`${participleOf(lemma)}_to`), context) : [];
}

/** "Hollow Keep fell to the Guild" */
export function readFall(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const [place] = predicate.subject.entities;
  const to =
    nodes[predicate.at + 1]?.word === 'to'
      ? entityAfter(nodes, predicate.at + 1, predicate.end, /^to$/)?.entity
      : undefined;
  return place && to && canHold(to, context) && context.names.kindOf(place) === 'place'
    ? handOver(place, to, predicate, context, 'held_by')
    : [];
}

/** "the Idol is with Quill now" */
export function readCompany(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const [thing] = predicate.subject.entities;
  const at = nodes[predicate.at + 1]?.word === 'now' ? predicate.at + 2 : predicate.at + 1;
  const inHands = /^in the (?:hands?|possession|keeping) of/.test(
    nodes
      .slice(at, at + 4)
      .map(({ word }) => word)
      .join(' '),
  );
  if (
    (nodes[at]?.word !== 'with' && !inHands) ||
    !thing ||
    context.names.kindOf(thing) !== 'thing' ||
    predicate.standing !== 'fact'
  )
    return [];
  const holder = entityAfter(nodes, at, Math.min(predicate.end, at + 6), /^(?:with|of)$/)?.entity;
  return holder && canHold(holder, context) ? passOn(thing, holder, `held by ${holder.name}`, predicate, context) : [];
}

export function passOn(
  thing: KnownEntity,
  holder: KnownEntity,
  status: string,
  predicate: Predicate,
  context: ReadingContext,
): Happening[] {
  const before = context.ties
    .find('keep', { dependent: thing })
    .filter(({ from, to }) => from !== holder.id && to !== holder.id);
  return [
    {
      ...happening(thing, predicate, status === 'sold' ? `held by ${holder.name}` : status, 'available', context, {
        isEvent: true,
        attributes: { held_by: holder.id },
      }),
      kind: 'inventory',
    },
    ...ended(before, predicate, context),
    ...begun(predicate, thing, holder, context.ties.typeFor('held_by'), context),
  ];
}

/** A place or a duty gets another keeper. */
export function handOver(
  thing: KnownEntity,
  to: KnownEntity,
  predicate: Predicate,
  context: ReadingContext,
  type = 'run_by',
): Happening[] {
  const before = [
    ...context.ties.find('keep', { dependent: thing }),
    ...context.ties.find('lead', { dependent: thing }),
  ].filter((one) => one.from !== to.id && one.to !== to.id);
  const [old] = before;
  const [from, own, other] =
    old && old.from !== thing.id ? [to, old.type, thing] : [thing, old?.type ?? context.ties.typeFor(type), to];
  return [...ended(before, predicate, context), ...begun(predicate, from, other, own, context)];
}

export function readTaking(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { object, subject, passive, lemma, at, end } = predicate;
  const holder = passive ? entityAfter(nodes, at + 1, end, /^(?:by)$/)?.entity : subject.entities[0];
  const things = (passive ? subject : object).entities.filter((entity) => context.names.kindOf(entity) === 'thing');
  if (lemma === 'steal' || lemma === 'loot')
    return things.map((thing) => ({
      ...happening(thing, predicate, 'stolen', 'away', context, {
        isEvent: true,
        attributes: holder ? { held_by: holder.id } : {},
      }),
      kind: 'inventory' as const,
    }));
  if (/^(?:recover|retrieve)$/.test(lemma))
    return things.map((thing) => ({
      ...happening(thing, predicate, 'recovered', 'available', context, {
        isEvent: true,
        attributes: holder ? { held_by: holder.id } : {},
      }),
      kind: 'inventory' as const,
    }));
  if (!holder || !canHold(holder, context)) {
    const of = object.of;
    if (holder || !of) return [];
    return [];
  }
  if (lemma === 'take' && passive) {
    const places = subject.entities.filter((entity) => context.names.kindOf(entity) === 'place');
    if (places.length > 0) return places.flatMap((place) => handOver(place, holder, predicate, context, 'held_by'));
  }
  if (/^(?:inherit|buy|purchase|acquire|win|claim|retake)$/.test(lemma)) {
    const places = (passive ? subject : object).entities.filter((entity) => context.names.kindOf(entity) === 'place');
    if (places.length > 0) return places.flatMap((place) => handOver(place, holder, predicate, context, 'owned_by'));
  }
  if (!passive && object.of && /^keys?$/.test(object.noun)) return handOver(object.of, holder, predicate, context);
  if (lemma === 'keep' && predicate.form !== 'past') return [];
  return things.flatMap((thing) =>
    thing.id === holder.id ? [] : passOn(thing, holder, `held by ${holder.name}`, predicate, context),
  );
}

export function isTakeover(nodes: readonly Node[], { lemma, at, end }: Predicate): boolean {
  return lemma === 'take' && nodes.slice(at + 1, Math.min(end, at + 8)).some(({ word }) => word === 'over');
}

/** "B takes over X from A" */
export function readTakeover(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { subject, passive, at, end } = predicate;
  const taker = passive ? entityAfter(nodes, at + 1, end, /^by$/)?.entity : subject.entities[0];
  const thing = passive
    ? subject.entities[0]
    : (predicate.object.entities[0] ?? nodes.slice(at, end).find(({ entity }) => entity && entity !== taker)?.entity);
  if (!taker || !thing || !canHold(taker, context)) return [];
  const kind = context.names.kindOf(thing);
  return kind === 'person' ? [] : handOver(thing, taker, predicate, context);
}
