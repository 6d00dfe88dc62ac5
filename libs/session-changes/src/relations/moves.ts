import { readTie } from '@arbiter/changelog';
import { RESIDE } from '../happenings/change-verbs.js';
import { type Happening, type ReadingContext, happening } from '../happenings/happening.js';
import { entityAfter } from '../grammar/objects.js';
import type { Predicate } from '../grammar/predicate.js';
import type { Node } from '../reading/nodes.js';
import { begun, ended } from './begin-and-end.js';

const PRISON = /\b(?:prison|jail|gaol|lock-?up|dungeons?|cells?|brig|stockade|cage|oubliette|penitentiary)\b/i;

/** "moved to Brinehollow", "now lives at the Eel", "was taken to the Constance": where it is from then on. */
export function readMove(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { lemma, subject, object, passive, at, end } = predicate;
  if (
    /^(?:run|operate)$/.test(lemma) &&
    !(nodes[at + 1]?.word === 'on' && predicate.form !== 'ing' && subject.entities.length > 0)
  )
    return [];
  if (/^(?:take|bring|send|post|assign|carry|put|place)$/.test(lemma) && !passive && object.entities.length === 0)
    return [];
  const movers = passive || object.entities.length === 0 ? subject.entities : object.entities;
  const isResidence = RESIDE.has(lemma);
  const place = entityAfter(
    nodes,
    at + 1,
    end,
    isResidence ? /^(?:in|at|on|aboard)$/ : /^(?:to|into|aboard|onto|at|in)$/,
  )?.entity;
  if (!place || /^(?:person)$/.test(context.names.kindOf(place))) return [];
  const isGroup = context.names.kindOf(place) === 'group';
  // A visit is no move: "went to the Tidehouse and asked".
  const stays =
    isResidence ||
    /^(?:move|relocate|transfer|settle|emigrate|retire|withdraw)$/.test(lemma) ||
    (lemma === 'go' && nodes.slice(at, end).some(({ word }) => word === 'home')) ||
    passive ||
    lemma === 'flee' ||
    lemma === 'sail' ||
    (movers.every((one) => context.names.kindOf(one) === 'thing') && !/^(?:go|come|arrive|return)$/.test(lemma));
  if (!stays || (lemma === 'stand' && movers.some((one) => context.names.kindOf(one) !== 'thing'))) return [];
  const after = nodes
    .slice(at, end)
    .map(({ word }) => word)
    .join(' ');
  const jailed = passive && /\b(?:in (?:chains|irons)|behind bars)\b/.test(after);
  const isPrison = passive && PRISON.test(place.name);
  return movers.flatMap((mover) => {
    if ((jailed || isPrison) && context.names.kindOf(mover) === 'person')
      return [
        happening(mover, predicate, 'imprisoned', 'away', context, {
          isEvent: true,
          attributes: { location: place.id },
        }),
      ];
    if (mover.id === place.id || context.names.kindOf(mover) === 'place') return [];
    if (isGroup) return begun(predicate, mover, place, context.ties.typeFor('member_of'), context);
    const before = context.ties
      .find('place', { dependent: mover })
      .filter(({ to, from }) => to !== place.id && from !== place.id);
    const isThere = context.ties.between(mover, place).some((one) => readTie(one.type)?.tie === 'place');
    if (isThere && isResidence) return [];
    const type =
      context.names.kindOf(mover) === 'person' && isResidence
        ? lemma === 'work'
          ? 'works_at'
          : 'lives_in'
        : 'located_in';
    return [
      happening(mover, predicate, `at ${place.name}`, 'unknown', context, {
        isEvent: true,
        attributes: { location: place.id },
      }),
      ...ended(before, predicate, context),
      ...begun(predicate, mover, place, context.ties.typeFor(type), context),
    ];
  });
}
