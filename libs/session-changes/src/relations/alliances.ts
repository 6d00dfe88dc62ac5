import type { KnownEntity } from '@arbiter/changelog';
import { type Happening, type ReadingContext, type RelationHappening, happening } from '../happenings/happening.js';
import { entityAfter } from '../grammar/objects.js';
import type { Predicate } from '../grammar/predicate.js';
import type { Node } from '../reading/nodes.js';
import { begun, ended, relation } from './begin-and-end.js';

/** "no longer leads Unit 2" */
export function readNoLonger(
  nodes: readonly Node[],
  predicate: Predicate,
  context: ReadingContext,
): RelationHappening[] {
  const { subject, object, at, end } = predicate;
  const words = nodes
    .slice(predicate.from, at)
    .map(({ word }) => word)
    .join(' ');
  const [a] = subject.entities;
  const b = object.entities[0] ?? entityAfter(nodes, at + 1, end, /^(?:at|in|for|to|of|by|with)$/)?.entity;
  if (!/\bno longer\b/.test(words) || !a || !b || a === b) return [];
  return ended(
    context.ties.between(a, b),
    { ...predicate, standing: predicate.standing === 'denied' ? 'fact' : predicate.standing },
    context,
  );
}

/** "The alliance between A and B is broken" */
export function readBrokenTie(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  if (!/^(?:be|break|end|terminate|dissolve|cancel|collapse|expire|lapse)$/.test(predicate.lemma)) return [];
  const noun = nodes.findIndex(
    ({ word }, index) =>
      index < predicate.at &&
      /^(?:alliance|treaty|contract|partnership|agreement|pact|truce|union|friendship|deal|peace|marriage)$/.test(word),
  );
  const between = nodes.findIndex(
    ({ word }, index) => index > noun && index < predicate.at && /^(?:between|of|with)$/.test(word),
  );
  if (noun < 0 || nodes.findIndex(({ word }) => word === 'between') < 0 || between < 0) return [];
  const ends = nodes.slice(between, predicate.at).flatMap(({ entity }) => entity ?? []);
  const [from, to] = ends;
  if (
    !from ||
    !to ||
    (predicate.lemma === 'be' &&
      !/\b(?:broken|over|ended|dead|off|finished|void)\b/.test(
        nodes
          .slice(predicate.at, predicate.end)
          .map(({ word }) => word)
          .join(' '),
      ))
  )
    return [];
  const known = context.ties.between(from, to);
  return known.length > 0
    ? ended(known, predicate, context)
    : relation(predicate, from, to, 'none', context, 'allied_with');
}

const STANCES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:declared? war|at war|hostile|enem(?:y|ies)|turn(?:ed|s)? (?:on|against)|(?:swore|sworn|swears?|vow(?:ed|s)?) (?:revenge|vengeance|enmity))\b/,
    'hostile',
  ],
  [/\b(?:broken? with|broke with|breaks with|broken off)\b/, 'hostile'],
  [
    /\b(?:all(?:y|ies|ied)|(?:swear|swore|sworn|swears) (?:friendship|fealty|allegiance|loyalty)|friend of|made peace|makes peace|friendly)\b/,
    'allied',
  ],
  [/\bneutral\b/, 'neutral'],
];

/** "X declared war on Y", "X is now hostile to Y", "X may count Y as an ally". */
export function readStance(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { at, end, subject, object, lemma } = predicate;
  if (!/^(?:be|become|declare|turn|break|swear|vow|make|ally)$/.test(lemma) || subject.entities.length === 0) return [];
  const after = nodes
    .slice(at, end)
    .map(({ word }) => word)
    .join(' ');
  const stance = STANCES.find(([pattern]) => pattern.test(after))?.[1];
  if (stance === undefined) return [];
  const other =
    entityAfter(nodes, at + 1, end, /^(?:to|on|with|against|of|towards)$/)?.entity ??
    object.entities[0] ??
    possessor(nodes, at + 1, end);
  if (!other) return [];
  return subject.entities.flatMap((from) => {
    if (from.id === other.id) return [];
    const type = context.ties.typeFor(stance);
    const known = context.ties.between(from, other).some((one) => one.type.startsWith(stance));
    const own =
      stance === 'hostile' && lemma !== 'break'
        ? [
            happening(from, predicate, 'hostile', 'hostile', context, {
              isEvent: true,
              attributes: { hostile_to: [other.id] },
            }),
          ]
        : [];
    return known ? own : [...own, ...relation(predicate, from, other, type, context)];
  });
}

/** "its allies", "the party's allies" */
function possessor(nodes: readonly Node[], from: number, end: number): KnownEntity | undefined {
  return nodes.slice(from, end).find(({ entity, possessive }) => entity && possessive)?.entity ?? undefined;
}

export function readMembership(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { lemma, subject, object, at, end, passive } = predicate;
  const group =
    (passive ? undefined : object.entities.find((entity) => context.names.kindOf(entity) === 'group')) ??
    entityAfter(nodes, at + 1, end, /^(?:from|of|to)$/)?.entity;
  if (!group || context.names.kindOf(group) === 'person') return [];
  const members = lemma === 'expel' ? (passive ? subject : object).entities : subject.entities;
  return members.flatMap((member) => {
    if (context.names.kindOf(member) !== 'person' && context.names.kindOf(member) !== 'group') return [];
    if (lemma === 'join') return begun(predicate, member, group, context.ties.typeFor('member_of'), context);
    const known = context.ties.between(member, group);
    const isGroup = context.names.kindOf(group) === 'group';
    if (!isGroup && known.length === 0) return [];
    const state = happening(
      member,
      predicate,
      lemma === 'expel' ? `expelled from ${group.name}` : `left ${group.name}`,
      'unknown',
      context,
      { isEvent: true },
    );
    return [
      state,
      ...(known.length > 0
        ? ended(known, predicate, context)
        : relation(predicate, member, group, 'none', context, context.ties.typeFor('member_of'))),
    ];
  });
}
