import {
  type KnownEntity,
  type RelationshipUpdate,
  type StatusVocabulary,
  isUnavailable,
  readStatus,
} from '@arbiter/changelog';
import type { Happening, RelationHappening, StateHappening } from '../happenings/happening.js';
import type { EvidenceSpan, KnownWorld, Proposal, ProposedAnswer } from '../session-changes.js';

interface SettlingContext {
  readonly document: string;
  readonly session: number;
  readonly known: KnownWorld;
  readonly isPerson: (entity: KnownEntity) => boolean;
}

/** Turns what a session tells, in its order, into proposals: the last word on an entity counts, and what is no news is left out. */
export function settle(happenings: readonly Happening[], context: SettlingContext): Proposal[] {
  const states = new Map<string, StateHappening[]>();
  const relations: RelationHappening[] = [];
  for (const one of happenings) {
    if (one.what === 'relation') relations.push(one);
    else {
      const known = states.get(one.entity.id);
      if (known) known.push(one);
      else states.set(one.entity.id, [one]);
    }
  }
  const drafts = [
    ...[...states.values()].flatMap((told) => settleEntity(told, context)),
    ...settleRelations(relations, context),
  ];
  return drafts.map((draft, index) => ({ id: `${context.session}-${index + 1}`, ...draft }));
}

type Draft = Proposal extends infer P ? (P extends Proposal ? Omit<P, 'id'> : never) : never;

function settleEntity(told: readonly StateHappening[], context: SettlingContext): Draft[] {
  const { known } = context;
  const [first] = told;
  if (!first) return [];
  const { entity } = first;
  const before = known.statuses?.[entity.id];
  const facts = told.filter(({ standing, isOpen }) => standing === 'fact' && !isOpen);
  const last = facts.at(-1);
  return last && isNews(last, facts, before, known.vocabulary, context.isPerson(entity))
    ? [draftOf(last, facts, context)]
    : doubts(told, last, before, context);
}

/** Whether an entity is other than it was before the session. */
function isNews(
  last: StateHappening,
  facts: readonly StateHappening[],
  before: string | undefined,
  vocabulary: StatusVocabulary | undefined,
  isPerson: boolean,
): boolean {
  const was = before === undefined ? 'unknown' : readStatus(before, vocabulary);
  const isOut = isUnavailable(last.availability);
  if (isOut) {
    if (last.continuing && !facts.some(({ continuing }) => !continuing))
      return before !== undefined && !isUnavailable(was);
    if (!isUnavailable(was) || (last.isEvent && was !== last.availability)) return true;
    // Who had fled is now in custody; a lift that failed again has only failed.
    return last.isEvent && isPerson && last.status !== before;
  }
  if (isUnavailable(was)) return true;
  const wasOutInSession = facts.some(({ availability }) => isUnavailable(availability));
  // What went out and came back within the session, or is as anything is, is no news.
  return !wasOutInSession && facts.some(({ isEvent, status }) => isEvent && RESTORED.test(status));
}

/** States that tell of another one before. */
const RESTORED =
  /^(?:re(?!ady|port|turned|leased from)\w+|back\b.*|freed|released|opened|open|commissioned|no longer .*|restored|installed|approved|granted|unlocked|unsealed|healed|cured|online|issued|running|(?:working|usable) again|switched on)/;

function draftOf(
  one: StateHappening,
  facts: readonly StateHappening[],
  { known, session, document }: SettlingContext,
): Draft {
  const same = facts.filter(
    (fact) => fact.status === one.status || isUnavailable(fact.availability) === isUnavailable(one.availability),
  );
  const before = known.statuses?.[one.entity.id];
  const status = one.status;
  return {
    session,
    certainty: 'stated',
    kind: one.kind,
    evidence: spansOf(same, document),
    entityUpdate: {
      entity_id: one.entity.id,
      ...typeOf(one.entity),
      ...(before !== undefined && { old_status: before }),
      status,
    },
  };
}

/** What is only reported, or has no outcome, unless the text itself settles it. */
function doubts(
  told: readonly StateHappening[],
  settled: StateHappening | undefined,
  before: string | undefined,
  { session, document, known }: SettlingContext,
): Draft[] {
  const denied = told.some(({ standing }) => standing === 'denied');
  const doubtful = told.filter(
    ({ standing, availability, isOpen }) => (standing === 'report' || isOpen) && isUnavailable(availability),
  );
  const one = doubtful.at(-1);
  const was = before === undefined ? false : isUnavailable(readStatus(before, known.vocabulary));
  if (
    !one ||
    denied ||
    was ||
    (settled && !isUnavailable(settled.availability) && told.indexOf(settled) > told.indexOf(one))
  )
    return [];
  const { entity, status } = one;
  return [
    {
      session,
      certainty: 'doubtful',
      question: one.isOpen
        ? `Did ${entity.name} die, or was ${entity.name} only hurt or knocked out?`
        : isItReally(one),
      answers: one.isOpen ? AFTER_BLOW : YES_OR_NO,
      kind: one.kind,
      evidence: spansOf(doubtful, document),
      entityUpdate: {
        entity_id: entity.id,
        ...typeOf(entity),
        ...(before !== undefined && { old_status: before }),
        status,
      },
    },
  ];
}

/** An entity that only a changelog names may have no type. */
function typeOf({ type }: { readonly type: string }): { readonly entity_type?: string } {
  return type === '' ? {} : { entity_type: type };
}

const YES_OR_NO: readonly ProposedAnswer[] = [
  { answer: 'yes', becomes: null },
  { answer: 'no', becomes: 'nothing' },
];

const AFTER_BLOW: readonly ProposedAnswer[] = [
  { answer: 'dead', becomes: null },
  { answer: 'hurt', becomes: { status: 'hurt' } },
  { answer: 'knocked out', becomes: { status: 'unconscious' } },
  { answer: 'neither', becomes: 'nothing' },
];

function isItReally({ entity: { name }, status, source }: StateHappening): string {
  return `Is ${name} really ${status}${source === '' ? '' : `, as ${source} says`}?`;
}

function settleRelations(told: readonly RelationHappening[], { session, document }: SettlingContext): Draft[] {
  const byKey = new Map<string, { update: RelationshipUpdate; told: RelationHappening[] }>();
  for (const one of told) {
    const key = `${one.from.id}\n${one.to.id}\n${one.type}\n${one.old ?? ''}`;
    const known = byKey.get(key);
    if (known) known.told.push(one);
    else
      byKey.set(key, {
        told: [one],
        update: {
          from: one.from.id,
          to: one.to.id,
          ...(one.old !== undefined && { old_status: one.old }),
          new_status: one.type,
        },
      });
  }
  return [...byKey.values()].map(({ update, told: all }): Draft => {
    const stated = all.some(({ standing }) => standing === 'fact');
    const [one] = all;
    const source = one?.source ?? '';
    return {
      session,
      certainty: stated ? 'stated' : 'doubtful',
      ...(!stated && one && { question: questionOf(one.from, one.to, one, source), answers: YES_OR_NO }),
      kind: one?.kind ?? 'state',
      evidence: spansOf(all, document),
      relationshipUpdate: update,
    };
  });
}

function questionOf(from: KnownEntity, to: KnownEntity, { type, old }: RelationHappening, source: string): string {
  const what = type === 'none' ? `no longer ${(old ?? 'related to').replaceAll('_', ' ')}` : type.replaceAll('_', ' ');
  return `Is ${from.name} now ${what} ${to.name}${source === '' ? '' : `, as ${source} says`}?`;
}

/** The last ones: they settle it. */
const MAX_EVIDENCE = 8;

function spansOf(told: readonly Happening[], document: string): EvidenceSpan[] {
  const seen = new Set<number>();
  return told
    .slice(-MAX_EVIDENCE)
    .flatMap(({ span }) =>
      seen.has(span.start) ? [] : (seen.add(span.start), [{ document, start: span.start, end: span.end }]),
    );
}
