import { type ChangelogEntry, type KnownEntity, parseChangelogEntry } from '@arbiter/changelog';
import { readChanges } from './changes/read-changes.js';
import { readRow } from './changes/read-row.js';
import { Discourse } from './reading/discourse.js';
import { KnownNames } from './reading/known-names.js';
import { readNodes } from './reading/nodes.js';
import { readStatements } from './reading/read-statements.js';
import { Ties } from './happenings/ties.js';
import type { KnownWorld, Proposal, ProposedChanges, Session } from './session-changes.js';
import { settle } from './settling/settle.js';

/** Reads a session by rules and proposes what it changed. The same input gives the same proposals. */
export function proposeChanges(session: Session, known: KnownWorld): ProposedChanges {
  const number = sessionNumber(session);
  const date = sessionDate(session);
  const names = new KnownNames(known.entities);
  const discourse = new Discourse(names);
  const ties = new Ties(known.relations ?? [], known.relationTypes ?? []);
  const happenings = readStatements(session).flatMap((statement) => {
    discourse.enter(statement);
    const { start, end, text, cells, quoted, isQuestion } = statement;
    const context = { names, ties, vocabulary: known.vocabulary ?? {}, span: { start, end } };
    if (cells.length > 0) return readRow(cells, context, discourse);
    const told = readChanges(readNodes(text, start, quoted, names, discourse), context, discourse);
    return isQuestion ? [] : told;
  });
  const isPerson = (entity: KnownEntity): boolean => names.kindOf(entity) === 'person';
  const proposals = settle(happenings, { document: session.id, session: number, known, isPerson });
  return { session: number, ...(date !== undefined && { date }), proposals };
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
