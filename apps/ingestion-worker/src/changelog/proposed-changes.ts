import { type Changelog, entryKey, type RecordedChange } from '@arbiter/changelog';
import {
  ChangelogEntry,
  MAX_EVIDENCE_QUOTE,
  type ProposedChange,
  type RecordedChange as ShownChange,
} from '@arbiter/contracts';
import type { GraphDocument } from '@arbiter/knowledge-graph';
import type { Proposal, ProposedAnswer } from '@arbiter/session-changes';
import { slugOf } from '@arbiter/text';
import { sha256 } from '../library/sha256.js';
import { tellingSession } from './stored-sessions.js';

/** A thousand changes of one session share an id with a probability of 2e-7. */
const ID_LENGTH = 8;

type Change = Pick<ProposedChange, 'session' | 'entityUpdate' | 'relationshipUpdate'>;

/** Names a change by what it says, so that a decision fits it however the text around it is rewritten. */
export function proposalIdOf(toldBy: number, { session, entityUpdate, relationshipUpdate }: Change): string {
  const { entity_type: _type, old_status: _old, status, ...rest } = entityUpdate ?? {};
  const said = {
    session_id: session,
    entity_updates: entityUpdate ? [{ ...rest, ...(status !== undefined && { status: status.toLowerCase() }) }] : [],
    relationship_updates: relationshipUpdate ? [relationshipUpdate] : [],
  };
  const digest = sha256(entryKey(said as ChangelogEntry));
  const letters = BigInt(`0x${digest.slice(0, 16)}`)
    .toString(36)
    .padStart(ID_LENGTH, '0');
  return `${toldBy}-${letters.slice(-ID_LENGTH)}`;
}

/** The entry that a change makes by itself. */
export function entryOfChange(
  { session, entityUpdate, relationshipUpdate }: Change,
  date: string | undefined,
): ChangelogEntry {
  return ChangelogEntry.parse({
    session_id: session,
    ...(date !== undefined && { date }),
    entity_updates: entityUpdate ? [entityUpdate] : [],
    relationship_updates: relationshipUpdate ? [relationshipUpdate] : [],
  });
}

export function proposedOf(
  proposal: Proposal,
  toldBy: number,
  document: GraphDocument,
  decisions: StandingDecisions,
): ProposedChange {
  const { session, certainty, question = null, kind, evidence } = proposal;
  const change = {
    session,
    entityUpdate: proposal.entityUpdate ?? null,
    relationshipUpdate: proposal.relationshipUpdate ?? null,
  };
  const proposed: ProposedChange = {
    id: proposalIdOf(toldBy, change),
    ...change,
    toldBy,
    certainty,
    question,
    answers: (proposal.answers ?? []).map(shownAnswer),
    kind,
    evidence: evidence.map(({ start, end }) => ({
      documentId: document.id,
      source: document.source,
      start,
      end,
      quote: document.text.slice(start, Math.min(end, start + MAX_EVIDENCE_QUOTE)).toWellFormed(),
    })),
    decision: null,
  };
  return { ...proposed, decision: shownDecision(decisions.of(proposed)) };
}

function shownAnswer({ answer, becomes }: ProposedAnswer): ProposedChange['answers'][number] {
  const status = becomes === null || becomes === 'nothing' ? null : becomes.status;
  return { answer, accepts: becomes !== 'nothing', status };
}

function shownDecision(change: RecordedChange | null): ProposedChange['decision'] {
  if (!change) return null;
  const { id: event, recordedAt, decision } = change;
  return {
    verdict: decision?.verdict ?? 'accepted',
    by: decision?.by ?? null,
    at: new Date(recordedAt).toISOString(),
    event,
    reason: decision?.reason ?? null,
    answer: decision?.answer ?? null,
  };
}

export function shownChange({ id, recordedAt, entry, revertedBy, decision }: RecordedChange): ShownChange {
  const at = (time: number): string => new Date(time).toISOString();
  return {
    id,
    recordedAt: at(recordedAt),
    entry,
    revertedBy: revertedBy && { id: revertedBy.id, recordedAt: at(revertedBy.recordedAt) },
    ...(decision && { decision }),
  };
}

/** What the changelog says of proposed changes: decisions of people, and entries that say the same without one. */
export class StandingDecisions {
  /** By the id of the proposal. */
  private readonly decided = new Map<string, RecordedChange>();
  /** Without a decision, by session. */
  private readonly recorded = new Map<number, RecordedChange[]>();

  constructor(private readonly log: Changelog) {
    for (const change of log.decisions())
      if (change.decision && change.revertedBy === null) this.decided.set(change.decision.proposal, change);
    for (const change of log.changes()) {
      if (change.decision || change.revertedBy !== null) continue;
      const { session_id: session } = change.entry;
      this.recorded.set(session, [...(this.recorded.get(session) ?? []), change]);
    }
  }

  /** The decision of a person; undefined while there is none that stands. */
  byPerson(proposal: string): RecordedChange | undefined {
    return this.decided.get(proposal);
  }

  /** Null: the change is open. */
  of(proposed: ProposedChange): RecordedChange | null {
    const own = this.decided.get(proposed.id);
    if (own) return own;
    return (this.recorded.get(proposed.session) ?? []).find((change) => this.settles(change, proposed)) ?? null;
  }

  /** Accepted changes of a session that are not among those it tells. */
  outdated(session: number, told: ReadonlySet<string>): RecordedChange[] {
    return [...this.decided.values()].filter(
      ({ id, decision }) =>
        decision?.verdict === 'accepted' && !told.has(decision.proposal) && this.tellingSession(id) === session,
    );
  }

  /**
   * Whether an entry without a decision leaves nothing to decide. What the policy added of the same session is compared change
   * by change. What somebody wrote settles whatever the session tells of the same entity, or of the same two.
   */
  private settles(
    { id, entry }: RecordedChange,
    { session, id: proposal, toldBy, ...change }: ProposedChange,
  ): boolean {
    if (this.tellingSession(id) === toldBy) {
      const says = (said: Omit<Change, 'session'>): boolean => proposalIdOf(toldBy, { session, ...said }) === proposal;
      return (
        entry.entity_updates.some((entityUpdate) => says({ entityUpdate, relationshipUpdate: null })) ||
        entry.relationship_updates.some((relationshipUpdate) => says({ entityUpdate: null, relationshipUpdate }))
      );
    }
    const { entityUpdate, relationshipUpdate } = change;
    return (
      entry.entity_updates.some((one) => isSame(one.entity_id, entityUpdate?.entity_id)) ||
      entry.relationship_updates.some(
        ({ from, to }) => isSame(from, relationshipUpdate?.from) && isSame(to, relationshipUpdate?.to),
      )
    );
  }

  private tellingSession(id: number): number | null {
    const event = this.log.events[id - 1];
    return event ? tellingSession(event) : null;
  }
}

function isSame(id: string, other: string | undefined): boolean {
  return other !== undefined && slugOf(id) === slugOf(other);
}
