import type { Availability, KnownEntity } from '@arbiter/changelog';
import type { Predicate } from '../grammar/predicate.js';
import type { EntityKind } from '../reading/known-names.js';
import type { Node } from '../reading/nodes.js';
import { type ReadingContext, type StateHappening, happening } from '../happenings/happening.js';

interface Idiom {
  /** Matched against the clause from its first auxiliary on. */
  readonly pattern: RegExp;
  readonly status: string;
  readonly availability: Availability;
  readonly of: readonly EntityKind[];
  /** Whether the idiom itself has the modal or the negation. */
  readonly isModal?: true;
}

const THINGS: readonly EntityKind[] = ['thing', 'place', 'group'];

const PEOPLE: readonly EntityKind[] = ['person', 'group'];

/** Ways of plain English to say that the subject changed, whose verb alone says something else. */
const IDIOMS: readonly Idiom[] = [
  {
    pattern:
      /^(?:is|are|was|were) (?:currently |still )?being (?:repaired|overhauled|inspected|tested|serviced|refurbished|rebuilt|investigated|replaced|mended|fixed)\b/,
    status: 'under repair',
    availability: 'closed',
    of: THINGS,
  },
  {
    pattern:
      /^(?:is|are|was|were|has been|have been) no longer (?:allowed|permitted|admitted|welcome|employed|authori[sz]ed)\b/,
    status: 'no longer allowed',
    availability: 'closed',
    of: ['person', 'group', 'thing', 'place'],
    isModal: true,
  },
  {
    pattern:
      /^(?:cannot|can't|can not|may not|must not|is not to|are not to) (?:currently |now )?be (?:used|entered|operated|crossed|reached|visited)\b/,
    status: 'not to be used',
    availability: 'closed',
    of: THINGS,
    isModal: true,
  },
  {
    pattern: /^can (?:now )?be (?:used|entered|operated|crossed|reached|visited) again\b/,
    status: 'usable again',
    availability: 'available',
    of: THINGS,
    isModal: true,
  },
  {
    pattern:
      /^(?:gave|given|gives|has given|had given) (?:up|out)\b|^(?:has |had )?(?:broke|broken|breaks) down\b|^(?:has |had )?(?:packed in|conked out)\b/,
    status: 'broken down',
    availability: 'closed',
    of: ['thing'],
  },
  {
    pattern: /^(?:has |had )?(?:came|comes|come) to a (?:standstill|halt|stop)\b|^(?:stands|stood) still\b/,
    status: 'stopped',
    availability: 'closed',
    of: ['thing'],
  },
  { pattern: /^(?:has |had )?(?:ran|run|runs) out\b(?! of)/, status: 'expired', availability: 'gone', of: THINGS },
  {
    pattern:
      /^(?:has |had )?(?:passed|passes) away\b|^(?:has |had )?(?:lost|gave|given|laid down) (?:his|her|their) (?:life|lives)\b|^(?:did not|didn't) (?:survive|live)\b|^was put to death\b|^(?:was )?hanged\b/,
    status: 'dead',
    availability: 'gone',
    of: PEOPLE,
    isModal: true,
  },
  {
    pattern: /^(?:has |had )?(?:broke|broken|breaks) out of\b|^(?:has |had )?escaped from\b/,
    status: 'escaped',
    availability: 'away',
    of: ['person'],
  },
  {
    pattern: /^(?:has |had )?(?:shut|closed) (?:its|their|his|her) doors\b/,
    status: 'closed',
    availability: 'closed',
    of: THINGS,
  },
  { pattern: /^(?:is|was|has been|had been) boarded up\b/, status: 'boarded up', availability: 'closed', of: THINGS },
  {
    pattern: /^(?:lies|lay|rests) (?:at|on) the (?:bottom|sea ?bed)\b/,
    status: 'lost',
    availability: 'gone',
    of: ['thing'],
  },
  {
    pattern: /^no longer (?:works?|lives?|serves?) (?:here|there|with us|for us)\b/,
    status: 'departed',
    availability: 'away',
    of: ['person'],
    isModal: true,
  },
  {
    pattern: /^no longer (?:appl(?:y|ies)|exists?|runs?|operates?|trades?)\b/,
    status: 'no longer in force',
    availability: 'closed',
    of: THINGS,
    isModal: true,
  },
  {
    pattern: /^(?:was|has been|had been) (?:turned (?:in)?to (?:stone|ash|dust)|petrified)\b/,
    status: 'turned to stone',
    availability: 'gone',
    of: PEOPLE,
  },
];

export function readIdiom(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { from, at, end, standing, subject } = predicate;
  const text = nodes
    .slice(from, Math.max(end, at + 1))
    .map(({ word }) => word)
    .join(' ');
  const idiom = IDIOMS.find(({ pattern }) => pattern.test(text));
  if (!idiom) return lastDay(nodes, predicate, context);
  if (!idiom.isModal && standing !== 'fact' && standing !== 'report') return [];
  const told = {
    ...predicate,
    standing: standing === 'report' ? standing : ('fact' as const),
    lemma: idiom.status === 'dead' ? 'die' : predicate.lemma,
  };
  const meant: readonly KnownEntity[] =
    subject.entities.length === 0 && subject.of && idiom.status === 'expired' ? [subject.of] : subject.entities;
  return meant
    .filter((entity) => idiom.of.includes(context.names.kindOf(entity)))
    .map((entity) => happening(entity, told, idiom.status, idiom.availability, context, { isEvent: true }));
}

/** "Marta's last day was Tuesday." */
function lastDay(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { from, lemma, standing } = predicate;
  const owner = nodes[from - 3]?.entity ?? null;
  const isLast =
    lemma === 'be' &&
    nodes[from - 1]?.word === 'day' &&
    nodes[from - 2]?.word === 'last' &&
    nodes[from - 3]?.possessive === true &&
    standing === 'fact' &&
    nodes[from]?.word === 'was';
  return isLast && owner ? [happening(owner, predicate, 'departed', 'away', context, { isEvent: true })] : [];
}
