import { type KnownEntity, type Relation, readTie } from '@arbiter/changelog';
import { conceptsOf, isPersonNoun } from '@arbiter/extraction';
import { APPOINT } from '../happenings/change-verbs.js';
import { type Happening, type ReadingContext, type RelationHappening, happening } from '../happenings/happening.js';
import { entityAfter } from '../grammar/objects.js';
import type { Predicate } from '../grammar/predicate.js';
import type { Node } from '../reading/nodes.js';
import { begun, ended, exclusive } from './begin-and-end.js';

/** "A replaces B as leader of X": B goes, A takes the offices of B that are named, else all of them. */
export function readReplacement(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
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
export function readSuccessor(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
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
export function readNewName(
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

const ROLE_VERBS =
  /^(?:be|become|remain|serve|act|stand|take|appoint|elect|choose|name|promote|acclaim|crown|make|confirm|install|replace|succeed|deputise)$/;

const HEADS =
  /(?:master|mistress|head|chief|leader|captain|manager|director|supervisor|warden|keeper|ruler|king|queen|thane|jarl|mayor|governor|chair|chairman|chairwoman|chairperson|president|commander|lord|lady|boss|foreman|foreperson|lead|superintendent|abbot|abbess|duke|duchess|baron|baroness|count|countess|prince|princess|emperor|empress|steward|reeve|matron|marshal|admiral|general|principal|dean|headmaster|coordinator)$/;

/** "Y was elected guildmaster", "Y is its manager", "appointed Y as chief pharmacist". */
export function readRole(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Happening[] {
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
