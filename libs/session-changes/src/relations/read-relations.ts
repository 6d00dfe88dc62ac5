import { GIVE, MOVE, RESIDE, TAKE } from '../happenings/change-verbs.js';
import type { Happening, ReadingContext } from '../happenings/happening.js';
import { entityAfter } from '../grammar/objects.js';
import type { Predicate } from '../grammar/predicate.js';
import { participleOf } from '../english/verb-forms.js';
import type { Node } from '../reading/nodes.js';
import { readBrokenTie, readMembership, readNoLonger, readStance } from './alliances.js';
import { begun, canHold, exclusive, relation } from './begin-and-end.js';
import { readMove } from './moves.js';
import { readNewName, readReplacement, readRole, readSuccessor } from './offices.js';
import {
  handOver,
  isTakeover,
  passOn,
  readCompany,
  readFall,
  readGift,
  readIssue,
  readTakeover,
  readTaking,
  subjectOf,
} from './transfers.js';

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
  const isHad = lemma === 'have' && nodes.slice(predicate.at, predicate.end).some(({ word }) => word === 'now');
  if (isHad || (lemma === 'pick' && nodes[predicate.at + 1]?.word === 'up'))
    return readTaking(nodes, { ...predicate, lemma: 'take' }, context);
  if (TAKE.has(lemma)) return readTaking(nodes, predicate, context);
  if (LEAD.test(lemma) || KEEP.test(lemma) || SERVE.test(lemma)) return readTies(nodes, predicate, context);
  return [];
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
