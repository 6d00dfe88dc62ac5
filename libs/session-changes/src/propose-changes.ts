import { type ChangelogEntry, parseChangelogEntry } from '@arbiter/changelog';
import type { Happening, ReadingContext } from './happenings/happening.js';
import { readChanges } from './changes/read-changes.js';
import { readBareState, readLabelledState, readNouns, readRow } from './changes/read-nominal.js';
import { Discourse } from './reading/discourse.js';
import { KnownNames } from './reading/known-names.js';
import { findNewEntities } from './reading/new-entities.js';
import { readNodes } from './reading/nodes.js';
import { type Statement, readStatements } from './reading/read-statements.js';
import { Ties } from './happenings/ties.js';
import type { KnownWorld, Proposal, ProposedChanges, Session } from './session-changes.js';
import { applyCorrection } from './settling/corrections.js';
import { daysIn, isLongAgo, isOfOldYear } from './settling/days.js';
import { settle } from './settling/settle.js';

/** Reads a session by rules and proposes what it changed. The same input gives the same proposals. */
export function proposeChanges(session: Session, known: KnownWorld): ProposedChanges {
  const number = sessionNumber(session);
  const date = sessionDate(session);
  const names = new KnownNames(known.entities);
  const introduced = findNewEntities(session, known.entityTypes ?? [], names);
  for (const entity of introduced) names.introduce(entity);
  const discourse = new Discourse(names);
  const ties = new Ties(known.relations ?? [], known.relationTypes ?? []);
  const statements = readStatements(session);
  const years = yearsOf(session, date);
  const happenings: Happening[] = [];
  for (const statement of statements) {
    discourse.enter(statement);
    const context = {
      names,
      ties,
      vocabulary: known.vocabulary ?? {},
      topic: topicOf(statement, names),
      span: { start: statement.start, end: statement.end },
    };
    discourse.topic = context.topic;
    const told = readStatement(statement, context, discourse);
    const corrected = applyCorrection(statement, happenings, names);
    if (corrected || statement.isQuestion) continue;
    const isHistory = isOfOldYear(statement.text, years) || isLongAgo(statement.text);
    if (isHistory) continue;
    happenings.push(...told.map((one) => dated(one, statement.text, date)));
  }
  const proposals = settle(happenings, {
    document: session.id,
    session: number,
    date,
    known,
    isPerson: (entity) => names.kindOf(entity) === 'person',
  });
  const named = new Set(proposals.flatMap(idsOf));
  const newEntities = introduced.filter(({ id }) => named.has(id));
  return { session: number, ...(date !== undefined && { date }), proposals, newEntities };
}

function idsOf({ entityUpdate, relationshipUpdate }: Proposal): string[] {
  return entityUpdate ? [entityUpdate.entity_id] : [relationshipUpdate.from, relationshipUpdate.to];
}

function readStatement(statement: Statement, context: ReadingContext, discourse: Discourse): Happening[] {
  if (statement.cells.length > 0) return readRow(statement.cells, context, discourse);
  const nodes = readNodes(statement.text, statement.start, statement.quoted, context.names, discourse);
  const told = readChanges(nodes, context, discourse);
  const extra = [...readLabelledState(nodes, context), ...readNouns(nodes, context)];
  return [...told, ...extra, ...(told.length === 0 && extra.length === 0 ? readBareState(nodes, context) : [])];
}

function topicOf({ topic, heading }: Statement, names: KnownNames): ReadingContext['topic'] {
  for (const label of [topic, heading]) {
    if (label === '') continue;
    const named = readNodes(label, 0, [], names, new Discourse(names)).find(
      ({ entity, indirect }) => entity && !indirect,
    )?.entity;
    if (named) return named;
  }
  return null;
}

/** A day that the text gives with "since" or "from", or the last one before it. */
function dated(one: Happening, text: string, date: string | undefined): Happening {
  const days = daysIn(text, date);
  const since = days.find(({ start }) =>
    /\b(?:since|from|as of|on|effective)(?: \p{Lu}\p{Ll}+day)?(?: the)? $/u.test(
      text.slice(Math.max(0, start - 24), start),
    ),
  );
  if (since && since.day <= (date ?? '')) return { ...one, day: since.day };
  // "retires on 31 March", "is appointed from 1 April": a day to come.
  const isToCome = date !== undefined && days.length > 0 && days.every(({ day }) => day > date);
  return isToCome && one.standing === 'fact' ? { ...one, standing: 'plan' } : one;
}

function yearsOf({ metadata }: Session, date: string | undefined): ReadonlySet<number> {
  const years = new Set<number>();
  if (date !== undefined) years.add(Number(date.slice(0, 4)));
  for (const [key, value] of Object.entries(metadata))
    if (/date|year|day/i.test(key) && typeof value === 'string')
      for (const [year] of value.matchAll(/(?<!\d)\d{3,4}(?!\d)/g)) years.add(Number(year));
  return years;
}

function sessionNumber({ metadata, id }: Session): number {
  const own = Number(metadata.session ?? metadata.session_id ?? metadata.number);
  if (Number.isInteger(own) && own >= 0) return own;
  return Number(/(?:^|\/)(?:session[-_ ]?)?(\d{1,6})/i.exec(id)?.[1] ?? 0);
}

function sessionDate({ metadata }: Session): string | undefined {
  const value = metadata.date;
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : '';
  return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
}

/**
 * The entry for `changelog.jsonl` that proposals make together.
 *
 * @param proposals accepted ones of one session
 * @returns null where there are none
 */
export function entryOf(
  { session, date }: Pick<ProposedChanges, 'session' | 'date'>,
  proposals: readonly Proposal[],
): ChangelogEntry | null {
  const own = proposals.filter((one) => one.session === session);
  if (own.length === 0) return null;
  return parseChangelogEntry({
    session_id: session,
    ...(date !== undefined && { date }),
    entity_updates: own.flatMap(({ entityUpdate }) => entityUpdate ?? []),
    relationship_updates: own.flatMap(({ relationshipUpdate }) => relationshipUpdate ?? []),
  });
}

/** What is stated passes; what is doubtful waits for a person. */
export function acceptStated(proposals: readonly Proposal[]): {
  readonly accepted: Proposal[];
  readonly waiting: Proposal[];
} {
  return {
    accepted: proposals.filter(({ certainty }) => certainty === 'stated'),
    waiting: proposals.filter(({ certainty }) => certainty === 'doubtful'),
  };
}
