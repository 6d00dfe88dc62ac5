import { participleOf } from '@arbiter/english';
import type { KnownEntity } from '@arbiter/changelog';
import { entityAfter } from '../grammar/objects.js';
import type { Predicate } from '../grammar/predicate.js';
import type { ReadingContext, RelationHappening } from '../happenings/happening.js';
import type { Node } from '../reading/nodes.js';
import { begun, canHold, exclusive, handOver } from './begin-and-end.js';
import { readRole } from './roles.js';

/** The two that a verb brings together: `thing` is led, kept, served or handed over, `by` somebody. */
interface Ends {
  readonly things: readonly KnownEntity[];
  readonly by: KnownEntity | undefined;
}

type Told = (
  ends: { readonly thing: KnownEntity; readonly by: KnownEntity },
  predicate: Predicate,
  context: ReadingContext,
) => RelationHappening[];

interface Frame {
  readonly verbs: ReadonlySet<string>;
  readonly ends: (nodes: readonly Node[], predicate: Predicate, context: ReadingContext) => Ends;
  readonly tells: Told;
}

const verbs = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const holds =
  (tie: 'lead' | 'keep'): Told =>
  ({ thing, by }, predicate, context) =>
    canHold(by, context) ? exclusive(thing, by, tie, `${participleOf(predicate.lemma)}_by`, predicate, context) : [];

const passes: Told = ({ thing, by }, predicate, context) =>
  canHold(by, context) ? handOver(thing, by, predicate, context) : [];

/** Verbs that begin or end a relation; the first frame with ends decides. */
const FRAMES: readonly Frame[] = [
  // "Ana runs Unit 2", "Unit 2 is now led by Ana"
  {
    verbs: verbs('lead manage run command rule head chair direct supervise oversee govern captain'),
    ends: agentOf,
    tells: holds('lead'),
  },
  { verbs: verbs('own hold keep operate cover'), ends: agentOf, tells: holds('keep') },
  // "Whitlock has supplied the ward"
  {
    verbs: verbs('supply sell host guard maintain power feed support provide treat serve house'),
    ends: agentOf,
    tells: ({ thing, by }, predicate, context) =>
      begun(predicate, thing, by, context.ties.typeFor(`${participleOf(predicate.lemma)}_by`), context),
  },
  // "Ana takes over the inn", "bought the mill"
  {
    verbs: verbs('take seize receive accept collect acquire buy win claim purchase inherit retake'),
    ends: agentOf,
    tells: passes,
  },
  // "gave the inn to Bo", "handed Bo the inn"
  {
    verbs: verbs(
      'give hand sell return pass lend transfer award deliver entrust bequeath surrender grant present donate cede trade',
    ),
    ends: receiverOf,
    tells: passes,
  },
];

/** Whether a verb may tell of a relation. */
export function isRelationVerb(lemma: string): boolean {
  return FRAMES.some((frame) => frame.verbs.has(lemma));
}

/** Reads what a clause says became of two entities: offices, ties, gifts. */
export function readRelations(
  nodes: readonly Node[],
  predicate: Predicate,
  context: ReadingContext,
): RelationHappening[] {
  const { lemma, standing, form } = predicate;
  if (standing === 'plan' || standing === 'attempt' || standing === 'denied') return [];
  const role = readRole(nodes, predicate, context);
  if (role.length > 0) return role;
  for (const frame of FRAMES) {
    if (!frame.verbs.has(lemma) || form === 'ing') continue;
    const { things, by } = frame.ends(nodes, predicate, context);
    const told = things.flatMap((thing) =>
      !by || thing.id === by.id || context.names.kindOf(thing) === 'person'
        ? []
        : frame.tells({ thing, by }, predicate, context),
    );
    if (told.length > 0) return told;
  }
  return [];
}

/** "A verbs B", "B is verbed by A" */
function agentOf(nodes: readonly Node[], { passive, subject, object, at, end }: Predicate): Ends {
  return passive
    ? { things: subject.entities, by: entityAfter(nodes, at + 1, end, /^by$/)?.entity }
    : { things: object.entities, by: subject.entities[0] };
}

/** "verbs B to A", "verbs A B" */
function receiverOf(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): Ends {
  const { passive, subject, object, at, end, lemma } = predicate;
  const by = entityAfter(nodes, at + 1, end, /^to$/)?.entity;
  const [first] = object.entities;
  if (passive || by || !first || lemma === 'sell' || !canHold(first, context))
    return { things: (passive ? subject : object).entities, by };
  const second = nodes.slice(at + 1, end).find(({ entity, possessive }) => entity && entity !== first && !possessive);
  return { things: second?.entity ? [second.entity] : [], by: first };
}
