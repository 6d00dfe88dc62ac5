import { isSameRelationType, type KnownEntity, readTie, type Relation } from '@arbiter/changelog';
import { conceptsOf, isPersonNoun } from '@arbiter/extraction';
import { headOf } from '../reading/known-names.js';
import type { Node } from '../reading/nodes.js';
import { entityAfter, type Predicate } from '../reading/read-predicates.js';
import { participleOf } from '../reading/verb-forms.js';
import { APPOINT, GIVE, happeningKind, MOVE, RESIDE, TAKE } from './change-verbs.js';
import { type Happening, happening, type ReadingContext, type RelationHappening } from './happening.js';

const LEAD = /^(?:lead|manage|run|command|rule|head|chair|direct|supervise|oversee|govern|captain)$/;
const KEEP = /^(?:own|hold|keep|operate|cover)$/;
const SERVE = /^(?:supply|sell|host|guard|maintain|power|feed|support|provide|treat|serve|house)$/;

/** Reads what a clause says became of two entities: gifts, offices, memberships, stances, moves. */
export function readRelations(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { lemma } = predicate;
  const over = readNoLonger(nodes, predicate, context);
  if (over.length > 0) return over;
  if (predicate.standing === 'plan' || predicate.standing === 'attempt' || predicate.standing === 'denied') return [];
  const renamed = readNewName(nodes, predicate, context);
  if (renamed.length > 0) return renamed;
  const successor = readSuccessor(nodes, predicate, context);
  if (successor.length > 0) return successor;
  const role = readRole(nodes, predicate, context);
  if (role.length > 0) return role;
  if (isTakeover(nodes, predicate)) return readTakeover(nodes, predicate, context);
  if (lemma === 'leave' && predicate.object.entities.length > 0) {
    const holder = entityAfter(nodes, predicate.at + 1, predicate.end, /^(?:with|to)$/)?.entity;
    const things = predicate.object.entities.filter((entity) => context.names.kindOf(entity) === 'thing');
    if (holder && canHold(holder, context) && things.length > 0)
      return things.flatMap((thing) => passOn(thing, holder, `held by ${holder.name}`, predicate, context));
  }
  if (GIVE.has(lemma)) {
    const gift = readGift(nodes, predicate, context);
    if (gift.length > 0 || !SERVE.test(lemma)) return gift;
  }
  if (lemma === 'be') {
    const held = readCompany(nodes, predicate, context);
    if (held.length > 0) return held;
  }
  const broken = readBrokenTie(nodes, predicate, context);
  if (broken.length > 0) return broken;
  const stance = readStance(nodes, predicate, context);
  if (stance.length > 0) return stance;
  if (/^(?:issue|grant|assign)$/.test(lemma)) return readIssue(nodes, predicate, context);
  if (lemma === 'fall') return readFall(nodes, predicate, context);
  if (/^(?:marry|betray)$/.test(lemma)) {
    const [a, b] = [subjectOf(predicate), predicate.object.entities[0]];
    return a && b
      ? relation(predicate, a, b, context.ties.typeFor(lemma === 'marry' ? 'married_to' : 'hostile'), context)
      : [];
  }
  if (lemma === 'replace' || lemma === 'succeed') return readReplacement(nodes, predicate, context);
  if (
    /^(?:throw|kick|cast|drive|drum|exclude)$/.test(lemma) &&
    predicate.passive &&
    /^(?:out|from)$/.test(nodes[predicate.at + 1]?.word ?? '')
  ) {
    const out = readMembership(nodes, { ...predicate, lemma: 'expel' }, context);
    if (out.length > 0) return out;
  }
  if (/^(?:join|leave|quit|resign|expel|abandon)$/.test(lemma)) {
    const membership = readMembership(nodes, predicate, context);
    if (membership.length > 0) return membership;
  }
  if (MOVE.has(lemma) || RESIDE.has(lemma)) {
    const move = readMove(nodes, predicate, context);
    if (move.length > 0) return move;
  }
  if (lemma === 'belong') {
    const [thing] = predicate.subject.entities;
    const owner = entityAfter(nodes, predicate.at + 1, predicate.end, /^to$/)?.entity;
    if (!thing || !owner || !canHold(owner, context)) return [];
    return context.names.kindOf(thing) === 'thing'
      ? passOn(thing, owner, `held by ${owner.name}`, predicate, context)
      : context.names.kindOf(thing) === 'place'
        ? handOver(thing, owner, predicate, context, 'owned_by')
        : [];
  }
  if (TAKE.has(lemma)) return readTaking(nodes, predicate, context);
  if (LEAD.test(lemma) || KEEP.test(lemma) || SERVE.test(lemma)) return readTies(nodes, predicate, context);
  return [];
}

/** "no longer leads Unit 2" */
function readNoLonger(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): RelationHappening[] {
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

function relation(
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
function ended(relations: readonly Relation[], predicate: Predicate, context: ReadingContext): RelationHappening[] {
  return relations.flatMap((one) => {
    const [from, to] = [context.names.get(one.from), context.names.get(one.to)];
    if (!from || !to) return [];
    if (predicate.standing === 'fact') context.ties.remove(one);
    return relation(predicate, from, to, 'none', context, one.type);
  });
}

function begun(
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

/** "gave the Tongue to Osk", "handed Osk the Tongue", "hands the keys of the inn to Bo". */
function readGift(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { object, subject, passive, at, end, lemma } = predicate;
  const receiver = entityAfter(nodes, at + 1, end, /^(?:to)$/)?.entity ?? null;
  let things = passive ? subject.entities : object.entities;
  let holder = receiver;
  if (!passive && object.entities.length > 0 && !holder) {
    // "gave Osk the Tongue"
    const [first] = object.entities;
    const second = nodes
      .slice(at + 1, end)
      .filter((node) => node.entity && node.entity !== first && !node.possessive)[0]?.entity;
    if (first && second && canHold(first, context) && lemma !== 'sell') {
      holder = first;
      things = [second];
    }
  }
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

function subjectOf({ subject }: Predicate): KnownEntity | undefined {
  return subject.entities[0];
}

/** "Issued permit WP-9 to Acme" */
function readIssue(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { passive, subject, object, at, end, lemma } = predicate;
  const [thing] = passive || object.entities.length === 0 ? subject.entities : object.entities;
  const to = entityAfter(nodes, at + 1, end, /^to$/)?.entity;
  return thing && to ? begun(predicate, thing, to, context.ties.typeFor(`${participleOf(lemma)}_to`), context) : [];
}

/** "Hollow Keep fell to the Guild" */
function readFall(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
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
function readCompany(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const [thing] = predicate.subject.entities;
  const at = nodes[predicate.at + 1]?.word === 'now' ? predicate.at + 2 : predicate.at + 1;
  if (nodes[at]?.word !== 'with' || !thing || context.names.kindOf(thing) !== 'thing' || predicate.standing !== 'fact')
    return [];
  const holder = entityAfter(nodes, at, Math.min(predicate.end, at + 4), /^with$/)?.entity;
  return holder && canHold(holder, context) ? passOn(thing, holder, `held by ${holder.name}`, predicate, context) : [];
}

/** "The alliance between A and B is broken" */
function readBrokenTie(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
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

function canHold(entity: KnownEntity, context: ReadingContext): boolean {
  return (
    /^(?:person|group)$/.test(context.names.kindOf(entity)) ||
    (conceptsOf(entity.type).length === 0 &&
      conceptsOf(headOf(entity.name)).length === 0 &&
      /^\p{Lu}/u.test(entity.name))
  );
}

function passOn(
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
function handOver(
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

function readTaking(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
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

function isTakeover(nodes: readonly Node[], { lemma, at, end }: Predicate): boolean {
  return lemma === 'take' && nodes.slice(at + 1, Math.min(end, at + 8)).some(({ word }) => word === 'over');
}

/** "B takes over X from A" */
function readTakeover(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { subject, passive, at, end } = predicate;
  const taker = passive ? entityAfter(nodes, at + 1, end, /^by$/)?.entity : subject.entities[0];
  const thing = passive
    ? subject.entities[0]
    : (predicate.object.entities[0] ?? nodes.slice(at, end).find(({ entity }) => entity && entity !== taker)?.entity);
  if (!taker || !thing || !canHold(taker, context)) return [];
  const kind = context.names.kindOf(thing);
  return kind === 'person' ? [] : handOver(thing, taker, predicate, context);
}

/** "A replaces B as leader of X": B goes, A takes the offices of B that are named, else all of them. */
function readReplacement(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { passive, subject, object, at, end } = predicate;
  const by = passive ? entityAfter(nodes, at + 1, end, /^(?:by|with)$/)?.entity : subject.entities[0];
  const gone = (passive ? subject : object).entities[0];
  if (!gone) return [];
  const sameKind = by && context.names.kindOf(by) === context.names.kindOf(gone);
  const state =
    predicate.lemma === 'replace' && (sameKind || !by)
      ? [happening(gone, predicate, 'replaced', 'gone', context, { isEvent: true })]
      : [];
  if (!by || !sameKind) return state;
  return [...state, ...officesOf(gone, context).flatMap((one) => passOffice(one, gone, by, predicate, context))];
}

/** "put Agnes in his place": she has his offices now. */
function readSuccessor(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { at, end, object, subject, passive } = predicate;
  const place = nodes.findIndex(({ word }, index) => index > at && index < end && /^(?:place|stead)$/.test(word));
  const [owner, by] = [nodes[place - 1], (passive || object.entities.length === 0 ? subject : object).entities[0]];
  if (place < 0 || nodes[place - 2]?.word !== 'in' || !owner?.entity || !owner.possessive || !by || by === owner.entity)
    return [];
  const gone = owner.entity;
  return officesOf(gone, context).flatMap((one) => passOffice(one, gone, by, predicate, context));
}

function officesOf(person: KnownEntity, context: ReadingContext): readonly Relation[] {
  return (['lead', 'keep', 'serve'] as const).flatMap((tie) => context.ties.find(tie, { anchor: person }));
}

function passOffice(
  one: Relation,
  gone: KnownEntity,
  by: KnownEntity,
  predicate: Predicate,
  context: ReadingContext,
): RelationHappening[] {
  const [from, to] = [context.names.get(one.from), context.names.get(one.to)];
  if (!from || !to) return [];
  return [
    ...ended([one], predicate, context),
    ...begun(predicate, from.id === gone.id ? by : from, to.id === gone.id ? by : to, one.type, context),
  ];
}

/** "Garth Ward has been Skylark Ward since 1 April", "was renamed Skylark Ward" */
function readNewName(
  nodes: readonly Node[],
  { subject, object, lemma, at, ...rest }: Predicate,
  context: ReadingContext,
): Happening[] {
  const [entity] = subject.entities;
  if (!entity || !/^(?:be|become|rename)$/.test(lemma) || rest.standing !== 'fact') return [];
  const node = nodes.slice(at + 1, at + 4).find((one) => one.entity === entity && !one.indirect && !one.possessive);
  if (lemma !== 'rename' && (!node || !object.entities.includes(entity))) return [];
  return [
    happening(entity, { ...rest, lemma: 'decide' }, 'renamed', 'unknown', context, {
      isEvent: true,
      ...(node && { attributes: { new_name: node.text } }),
    }),
  ];
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
function readStance(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
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

function readMembership(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
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

const PRISON = /\b(?:prison|jail|gaol|lock-?up|dungeons?|cells?|brig|stockade|cage|oubliette|penitentiary)\b/i;

/** "moved to Brinehollow", "now lives at the Eel", "was taken to the Constance": where it is from then on. */
function readMove(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
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

/** "Owen Kestle leads Fellside Ward", "Whitlock has supplied the linen". */
function readTies(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { lemma, subject, object, passive } = predicate;
  // "Unit 2 is now led by Ana"
  const a = passive ? entityAfter(nodes, predicate.at + 1, predicate.end, /^by$/)?.entity : subject.entities[0];
  if (!a || predicate.form === 'ing') return [];
  return (passive ? subject : object).entities.flatMap((b) => {
    if (a.id === b.id) return [];
    if (LEAD.test(lemma) || KEEP.test(lemma)) {
      if (!canHold(a, context) || context.names.kindOf(b) === 'person') return [];
      const tie = LEAD.test(lemma) ? 'lead' : 'keep';
      return exclusive(b, a, tie, `${participleOf(lemma)}_by`, predicate, context);
    }
    return begun(predicate, b, a, context.ties.typeFor(`${participleOf(lemma)}_by`), context);
  });
}

/** Somebody leads or keeps something that somebody else led or kept. */
function exclusive(
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

const ROLE_VERBS =
  /^(?:be|become|remain|serve|act|stand|take|appoint|elect|choose|name|promote|acclaim|crown|make|confirm|install|replace|succeed|deputise)$/;
const HEADS =
  /(?:master|mistress|head|chief|leader|captain|manager|director|supervisor|warden|keeper|ruler|king|queen|thane|jarl|mayor|governor|chair|chairman|chairwoman|chairperson|president|commander|lord|lady|boss|foreman|foreperson|lead|superintendent|abbot|abbess|duke|duchess|baron|baroness|count|countess|prince|princess|emperor|empress|steward|reeve|matron|marshal|admiral|general|principal|dean|headmaster|coordinator)$/;

/** "Y was elected guildmaster", "Y is its manager", "appointed Y as chief pharmacist". */
function readRole(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
  const { lemma, subject, object, passive, at, end } = predicate;
  if (!ROLE_VERBS.test(lemma)) return [];
  // "The new head of Unit 2 is Ana Ortiz."
  const [named] = object.entities;
  if (
    lemma === 'be' &&
    subject.entities.length === 0 &&
    subject.of &&
    named &&
    HEADS.test(subject.noun) &&
    context.names.kindOf(named) === 'person'
  )
    return exclusive(subject.of, named, 'lead', 'led_by', { ...predicate, lemma: 'appoint' }, context);
  const appoints = APPOINT.has(lemma) && !passive;
  const person = (appoints ? (object.entities[0] ?? subject.entities[0]) : subject.entities[0]) ?? null;
  if (!person || context.names.kindOf(person) !== 'person') return [];
  let from = at + 1;
  if (appoints && object.entities.length > 0) while (from < end && nodes[from]?.entity !== person) from++;
  if (nodes[from]?.entity === person) from++;
  const isActing = lemma === 'act' && predicate.form === 'ing' && nodes[at + 1]?.word !== 'as';
  if (!isActing && /^(?:stand|take|serve|act|replace|succeed|deputise)$/.test(lemma)) {
    while (from < end && nodes[from]?.word !== 'as') from++;
    if (from >= end) return [];
  }
  const role = roleAt(nodes, from, end);
  if (!role) return [];
  const isDeputy = /^(?:deputy|vice|assistant|under|acting)$/.test(role.words[0] ?? '') && role.words[0] !== 'acting';
  const institution =
    role.institution ??
    (HEADS.test(role.words.at(-1) ?? '') && !isDeputy ? institutionOf(role.words, person, context) : null);
  const known = context.ties.find('lead', { anchor: person });
  const status = role.words.join(' ');
  if (institution && !isDeputy && known.some(({ from: a, to: b }) => a === institution.id || b === institution.id))
    return [];
  if (predicate.continuing || (lemma === 'be' && !role.isNews && !predicate.perfect && !institution)) return [];
  const state = happening(person, { ...predicate, lemma: 'appoint' }, status, 'unknown', context, { isEvent: true });
  if (!institution || isDeputy) return [state];
  const tie = HEADS.test(role.words.at(-1) ?? '')
    ? exclusive(
        institution,
        person,
        'lead',
        role.words.at(-1) === 'manager' ? 'managed_by' : 'led_by',
        { ...predicate, lemma: 'appoint' },
        context,
      )
    : [];
  return [...(lemma === 'be' && tie.length > 0 && !role.isNews ? [] : [state]), ...tie];
}

interface Role {
  readonly words: readonly string[];
  readonly institution: KnownEntity | null;
  readonly isNews: boolean;
}

function roleAt(nodes: readonly Node[], from: number, end: number): Role | null {
  let index = from;
  let isNews = false;
  let owner: KnownEntity | null = null;
  while (
    (index < end &&
      /^(?:now|then|as|the|a|an|new|again|also|its|their|acting|already|to|be|since|today|still|once|more|of|is|was)$/.test(
        nodes[index]?.word ?? '',
      )) ||
    (nodes[index]?.entity && nodes[index]?.possessive)
  ) {
    const node = nodes[index];
    if (/^(?:now|new)$/.test(node?.word ?? '')) isNews = true;
    if (node?.entity && node.possessive) owner = node.entity;
    index++;
  }
  const words: string[] = [];
  while (index < end && words.length < 4) {
    const node = nodes[index];
    if (!node || node.entity || !/^\p{L}/u.test(node.word)) break;
    if (/^(?:of|for|in|at|with|from|since|until|and|who|by|to|on)$/.test(node.word)) break;
    words.push(node.word);
    index++;
    if (isRoleNoun(words.at(-1) ?? '') && !isRoleNoun(nodes[index]?.word ?? '')) break;
  }
  if (!isRoleNoun(words.at(-1) ?? '')) return null;
  const rest = nodes.slice(index, Math.min(end, index + 8));
  if (rest.some(({ word }) => /^(?:today|now|from|since)$/.test(word))) isNews = true;
  const after = /^(?:of|for|at|over|in)$/.test(nodes[index]?.word ?? '')
    ? entityAfter(nodes, index, Math.min(end, index + 6), /^(?:of|for|at|over|in)$/)?.entity
    : undefined;
  return { words, institution: after ?? owner, isNews };
}

function isRoleNoun(word: string): boolean {
  return (
    HEADS.test(word) ||
    (isPersonNoun(word) &&
      !/^(?:man|woman|person|child|girl|boy|mother|father|sister|brother|son|daughter|wife|husband|uncle|aunt|people|guest|friend|widow|prisoner|witness|patient|member)$/.test(
        word,
      ))
  );
}

/** What an office is of: by its word ("guildmaster"), by the label, else by the leader that has just gone. */
function institutionOf(words: readonly string[], person: KnownEntity, context: ReadingContext): KnownEntity | null {
  const role = words.join(' ');
  const { topic, names, ties } = context;
  if (topic && topic !== person && names.kindOf(topic) !== 'person') return topic;
  const candidates = [...names.entities].filter((entity) => {
    if (names.kindOf(entity) === 'person' || names.kindOf(entity) === 'thing') return false;
    return (
      entity.name
        .toLowerCase()
        .split(/\s+/)
        .some((word) => word.length > 3 && conceptsOf(word).length > 0 && role.includes(word)) ||
      words.some((word) => word.length > 6 && entity.name.toLowerCase().includes(word.slice(0, 6)))
    );
  });
  if (candidates.length === 1) return candidates[0] ?? null;
  const led = candidates.filter((entity) => ties.find('lead', { dependent: entity }).length > 0);
  if (led.length === 1) return led[0] ?? null;
  const { vacant } = ties;
  const [only] = vacant;
  if (!only || vacant.length > 1) return null;
  return names.get(readTie(only.type)?.anchor === 'to' ? only.from : only.to) ?? null;
}
