import type { Changelog } from '@arbiter/changelog';
import type { ChangelogEvent } from '@arbiter/contracts';
import type { StoredDocument } from '@arbiter/ports';
import { sessionOf } from '../graph/stored-documents.js';

/** The idempotency key of what one session told: its entries may be true since earlier sessions. */
const KEY_PREFIX = 'extracted-from:';

/** The documents of one session. */
export interface StoredSession {
  readonly session: number;
  /** In the order of their paths. */
  readonly documents: readonly StoredDocument[];
  /** The changelog has entries of it, by policy or by hand. Decisions on single changes do not count. */
  readonly isRecorded: boolean;
}

export function extractionKey(session: number): string {
  return `${KEY_PREFIX}${session}`;
}

/** `7` of `7-k3f9q1c2`. */
export function sessionOfProposal(id: string): number {
  return Number(id.split('-')[0]);
}

/** The session whose documents told an entry: by policy, or as a proposal that a person decided. Null: somebody wrote it. */
export function tellingSession(event: ChangelogEvent): number | null {
  if (event.kind === 'revert') return null;
  if (event.decision) return sessionOfProposal(event.decision.proposal);
  const key = event.kind === 'entry' ? event.idempotencyKey : undefined;
  return key?.startsWith(KEY_PREFIX) ? Number(key.slice(KEY_PREFIX.length)) : null;
}

/** @returns in the order of sessions */
export function storedSessions(documents: readonly StoredDocument[], log: Changelog): StoredSession[] {
  const recorded = recordedSessions(log);
  const bySession = new Map<number, StoredDocument[]>();
  for (const document of documents) {
    const session = sessionOf(document);
    if (session === null) continue;
    bySession.set(session, [...(bySession.get(session) ?? []), document]);
  }
  return [...bySession]
    .map(([session, own]) => ({
      session,
      documents: own.toSorted((a, b) => (a.source < b.source ? -1 : 1)),
      isRecorded: recorded.has(session),
    }))
    .sort((a, b) => a.session - b.session);
}

/** A session with its day, if a document gives one. */
export function dayOf({ session, documents }: StoredSession): { session: number; date?: string } {
  const days = documents.flatMap(({ metadata: { date } }) =>
    typeof date === 'string' ? (/^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? []) : [],
  );
  return { session, ...(days[0] !== undefined && { date: days[0] }) };
}

/** What another session dated back to one does not count as its record. */
function recordedSessions(log: Changelog): ReadonlySet<number> {
  const recorded = new Set<number>();
  for (const event of log.events)
    if (event.kind === 'entry' && !event.decision) recorded.add(tellingSession(event) ?? event.entry.session_id);
  return recorded;
}
