import { isLeaderNoun } from '@arbiter/english';
import { type KnownEntity, readTie } from '@arbiter/changelog';
import { conceptsOf, isPersonNoun } from '@arbiter/extraction';
import { entityAfter } from '../grammar/objects.js';
import type { Predicate } from '../grammar/predicate.js';
import { APPOINT } from '../happenings/change-verbs.js';
import type { ReadingContext, RelationHappening } from '../happenings/happening.js';
import type { Node } from '../reading/nodes.js';
import { exclusive } from './begin-and-end.js';

const ROLE_VERBS =
  /^(?:be|become|remain|serve|act|stand|take|appoint|elect|choose|name|promote|acclaim|crown|make|confirm|install|replace|succeed|deputise)$/;

/** Verbs that name an office after "as" only. */
const WITH_AS = /^(?:stand|take|serve|act|replace|succeed|deputise)$/;

const DEPUTY = /^(?:deputy|vice|assistant|under)$/;

/** "Y was elected guildmaster", "Y is its manager", "appointed Y as chief pharmacist": who leads something from now on. */
export function readRole(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): RelationHappening[] {
  const { lemma, subject, object, passive, at, end, continuing } = predicate;
  if (!ROLE_VERBS.test(lemma) || continuing) return [];
  const appoints = APPOINT.has(lemma) && !passive;
  const [person] = appoints && object.entities.length > 0 ? object.entities : subject.entities;
  if (!person || context.names.kindOf(person) !== 'person') return [];
  let from = at + 1;
  if (appoints && object.entities.length > 0) while (from < end && nodes[from]?.entity !== person) from++;
  if (nodes[from]?.entity === person) from++;
  if (WITH_AS.test(lemma)) while (from < end && nodes[from]?.word !== 'as') from++;
  const role = roleAt(nodes, from, end);
  const noun = role?.words.at(-1) ?? '';
  if (!role || !leads(noun) || DEPUTY.test(role.words[0] ?? '')) return [];
  const institution = role.institution ?? institutionOf(role.words, context);
  if (!institution || institution.id === person.id) return [];
  const type = noun === 'manager' ? 'managed_by' : 'led_by';
  return exclusive(institution, person, 'lead', type, { ...predicate, lemma: 'appoint' }, context);
}

interface Role {
  readonly words: readonly string[];
  readonly institution: KnownEntity | null;
}

const BEFORE_ROLE =
  /^(?:now|then|as|the|a|an|new|again|also|its|their|acting|already|to|be|since|today|still|once|more|of|is|was)$/;

const AFTER_ROLE = /^(?:of|for|in|at|with|from|since|until|and|who|by|to|on)$/;

function roleAt(nodes: readonly Node[], from: number, end: number): Role | null {
  let index = from;
  let owner: KnownEntity | null = null;
  for (; index < end; index++) {
    const node = nodes[index];
    if (node?.entity && node.possessive) owner = node.entity;
    else if (!BEFORE_ROLE.test(node?.word ?? '')) break;
  }
  const words: string[] = [];
  for (; index < end && words.length < 4; index++) {
    const node = nodes[index];
    if (!node || node.entity || !/^\p{L}/u.test(node.word) || AFTER_ROLE.test(node.word)) break;
    if (isRoleNoun(words.at(-1) ?? '') && !isRoleNoun(node.word)) break;
    words.push(node.word);
  }
  if (!isRoleNoun(words.at(-1) ?? '')) return null;
  const after = entityAfter(nodes, index, Math.min(end, index + 6), /^(?:of|for|at|over|in)$/)?.entity;
  return { words, institution: after ?? owner };
}

/** Keepers lead as well. */
function leads(noun: string): boolean {
  return isLeaderNoun(noun) || /(?:keeper|steward)$/.test(noun);
}

function isRoleNoun(word: string): boolean {
  return leads(word) || isPersonNoun(word);
}

/** The place or group that an office is of: by its word ("guildmaster"), else by the leader that has just gone. */
function institutionOf(words: readonly string[], { names, ties }: ReadingContext): KnownEntity | null {
  const role = words.join(' ');
  const candidates = [...names.entities].filter(
    (entity) =>
      /^(?:group|place)$/.test(names.kindOf(entity)) &&
      entity.name
        .toLowerCase()
        .split(/\s+/)
        .some((word) => word.length > 3 && conceptsOf(word).length > 0 && role.includes(word)),
  );
  const [vacant] = ties.vacant;
  const last =
    vacant && ties.vacant.length === 1
      ? names.get(readTie(vacant.type)?.anchor === 'to' ? vacant.from : vacant.to)
      : null;
  return candidates.length === 1 ? (candidates[0] ?? null) : (last ?? null);
}
