import { type KnownEntity, type Relation, isSameRelationType, readTie } from '@arbiter/changelog';
import { conceptsOf } from '@arbiter/extraction';
import { happeningKind } from '../happenings/change-verbs.js';
import type { ReadingContext, RelationHappening } from '../happenings/happening.js';
import type { Predicate } from '../grammar/predicate.js';
import { headOf } from '../reading/known-names.js';

export function relation(
  predicate: Predicate,
  from: KnownEntity,
  to: KnownEntity,
  type: string,
  context: ReadingContext,
  old?: string,
): RelationHappening[] {
  if (from.id === to.id) return [];
  const { standing, source, lemma } = predicate;
  return [
    {
      what: 'relation',
      from,
      to,
      type,
      standing,
      source,
      kind: happeningKind(lemma),
      span: context.span,
      ...(old !== undefined && { old }),
    },
  ];
}

/** Ends relations, each in its own direction. */
export function ended(
  relations: readonly Relation[],
  predicate: Predicate,
  context: ReadingContext,
): RelationHappening[] {
  return relations.flatMap((one) => {
    const [from, to] = [context.names.get(one.from), context.names.get(one.to)];
    if (!from || !to) return [];
    if (predicate.standing === 'fact') context.ties.remove(one);
    return relation(predicate, from, to, 'none', context, one.type);
  });
}

export function begun(
  predicate: Predicate,
  from: KnownEntity,
  to: KnownEntity,
  type: string,
  context: ReadingContext,
): RelationHappening[] {
  const known = context.ties.between(from, to).some((one) => {
    const [a, b] = [readTie(one.type), readTie(type)];
    return one.type === type || (a !== null && a.tie === b?.tie);
  });
  if (known) return [];
  if (predicate.standing === 'fact') context.ties.add({ from: from.id, type, to: to.id });
  return relation(predicate, from, to, type, context);
}

export function canHold(entity: KnownEntity, context: ReadingContext): boolean {
  return (
    /^(?:person|group)$/.test(context.names.kindOf(entity)) ||
    (conceptsOf(entity.type).length === 0 &&
      conceptsOf(headOf(entity.name)).length === 0 &&
      /^\p{Lu}/u.test(entity.name))
  );
}

/** Somebody leads or keeps something that somebody else led or kept. */
export function exclusive(
  thing: KnownEntity,
  person: KnownEntity,
  tie: 'lead' | 'keep',
  type: string,
  predicate: Predicate,
  context: ReadingContext,
): RelationHappening[] {
  const all = context.ties.find(tie, { dependent: thing });
  if (all.some(({ from, to }) => from === person.id || to === person.id)) return [];
  // A ward that has both a manager and a leader changes the one that the verb names.
  const same = all.filter((one) => isSameRelationType(one.type, type));
  const before = same.length > 0 ? same : all.slice(0, 1);
  const [old] = before;
  const own = context.ties.typeFor(type, old && readTie(old.type)?.anchor === 'to' ? old : undefined);
  return [...ended(before, predicate, context), ...begun(predicate, thing, person, own, context)];
}

/** A place, a thing or a duty gets another keeper, in the words of the relation with the last one. */
export function handOver(
  thing: KnownEntity,
  to: KnownEntity,
  predicate: Predicate,
  context: ReadingContext,
): RelationHappening[] {
  const before = [
    ...context.ties.find('keep', { dependent: thing }),
    ...context.ties.find('lead', { dependent: thing }),
  ].filter((one) => one.from !== to.id && one.to !== to.id);
  const [old] = before;
  const [from, own, other] =
    old && old.from !== thing.id ? [to, old.type, thing] : [thing, old?.type ?? context.ties.typeFor('run_by'), to];
  return [...ended(before, predicate, context), ...begun(predicate, from, other, own, context)];
}
