import { applyEntries, type Changelog, type ChangelogEntry, EntityIndex, type RecordedEntry } from '@arbiter/changelog';
import {
  ArbiterError,
  type extractChanges,
  MAX_EVIDENCE_QUOTE,
  MAX_PROPOSALS,
  type OperationInput,
  type OperationOutput,
  type ProposedChange,
} from '@arbiter/contracts';
import { type GraphDocument, type GraphSnapshot, KnowledgeGraph } from '@arbiter/knowledge-graph';
import type { ChangelogStore, DocumentStore, StoredDocument } from '@arbiter/ports';
import { acceptStated, entryOf, type Proposal, proposeChanges } from '@arbiter/session-changes';
import type { GraphBuilder } from '../graph/graph-builder.js';
import { graphDocumentOf, listStoredDocuments, sessionOf } from '../graph/stored-documents.js';
import { readChangelog } from '../library/event-logs.js';
import type { ChangelogWriter } from './changelog-writer.js';

type Request = OperationInput<typeof extractChanges>;
type Extracted = OperationOutput<typeof extractChanges>;

/** The idempotency key of what one session told: its entries may be true since earlier sessions. */
const KEY_PREFIX = 'extracted-from:';

export interface ChangeExtractorPorts {
  readonly documents: DocumentStore;
  readonly changelogs: ChangelogStore;
  readonly graphs: Pick<GraphBuilder, 'build' | 'currentSnapshot'>;
  readonly writer: Pick<ChangelogWriter, 'add'>;
}

/** The documents of one session. */
interface StoredSession {
  readonly session: number;
  readonly documents: readonly StoredDocument[];
  readonly isRecorded: boolean;
}

/** What one session told. */
interface ToldChanges {
  readonly proposals: readonly ProposedChange[];
  /** The stated ones, by the session that each is true from. */
  readonly entries: readonly ChangelogEntry[];
}

/** Reads what sessions changed from their stored documents, each against the world before it. */
export class ChangeExtractor {
  constructor(private readonly ports: ChangeExtractorPorts) {}

  /** @throws ArbiterError NOT_FOUND for a session without a document, UNAVAILABLE of the stores */
  async extract(request: Request, signal: AbortSignal): Promise<Extracted> {
    const { documents, changelogs } = this.ports;
    const { collection, policy } = request;
    const log = await readChangelog(changelogs, collection, signal);
    const sessions = sessionsOf(await listStoredDocuments(documents, collection, signal), recordedSessions(log));
    const wanted = sessions.filter((one) => isWanted(one, request));
    if (wanted.length === 0) return emptyOf(request);
    const graph = new KnowledgeGraph(await this.graphOf(collection, signal));
    const entries = log.entries();
    const proposals: ProposedChange[] = [];
    const added: Extracted['added'] = [];
    for (const session of wanted) {
      const past = sessions.filter((one) => one.session < session.session).map(dayOf);
      const told = await this.read(session, { graph, entries, past }, signal);
      proposals.push(...told.proposals);
      if (session.isRecorded || told.entries.length === 0) continue;
      // Sessions that follow are read against what this one stated, whether or not a person has accepted it by now.
      entries.push(...told.entries.map((entry) => ({ id: 0, recordedAt: 0, entry })));
      if (policy === 'propose') continue;
      const { ids } = await this.ports.writer.add(collection, told.entries, `${KEY_PREFIX}${session.session}`, signal);
      added.push(...ids.map((id, index) => ({ id, session: told.entries[index]?.session_id ?? session.session })));
    }
    return {
      collection,
      sessions: wanted.map(({ session, documents: own, isRecorded }) => ({
        session,
        documents: own.length,
        isRecorded,
      })),
      proposals: proposals.slice(0, MAX_PROPOSALS),
      omitted: Math.max(0, proposals.length - MAX_PROPOSALS),
      added,
    };
  }

  /** The current graph; without one, a graph is built. */
  private async graphOf(collection: string, signal: AbortSignal): Promise<GraphSnapshot> {
    const { graphs } = this.ports;
    const current = await graphs.currentSnapshot(collection, signal);
    if (current) return current;
    await graphs.build(collection, undefined, signal);
    const built = await graphs.currentSnapshot(collection, signal);
    if (!built) throw new ArbiterError('UNAVAILABLE', `The knowledge graph of "${collection}" cannot be read.`);
    return built;
  }

  private async read(
    { session, documents }: StoredSession,
    known: {
      readonly graph: KnowledgeGraph;
      readonly entries: readonly RecordedEntry[];
      readonly past: readonly { readonly session: number; readonly date?: string }[];
    },
    signal: AbortSignal,
  ): Promise<ToldChanges> {
    const { snapshot, relations } = known.graph;
    const { entities, schema } = snapshot;
    const before = known.entries
      .filter(({ entry }) => entry.session_id < session)
      .toSorted((a, b) => a.entry.session_id - b.entry.session_id);
    const told: ProposedChange[] = [];
    const own: RecordedEntry[] = [];
    for (const document of documents) {
      const text = await this.ports.documents.text(document.id, signal);
      // Deleted since it was listed.
      if (text === null) continue;
      const world = applyEntries([...before, ...own], {
        entities: new EntityIndex(entities),
        relations,
        vocabulary: schema.statuses,
      });
      const read = graphDocumentOf(document, text);
      // Reading takes the path for the id of a document.
      const { proposals, date } = proposeChanges(
        { ...read, id: read.source },
        {
          entities,
          relations: world.relations.filter(({ ended }) => ended === null),
          statuses: Object.fromEntries(
            [...world.entities.values()].flatMap(({ id, status }) => (status === null ? [] : [[id, status]])),
          ),
          vocabulary: schema.statuses,
          relationTypes: schema.relationTypes.map(({ type }) => type),
          entityTypes: schema.entityTypes,
          sessions: known.past,
        },
      );
      const first = told.length + 1;
      told.push(...proposals.map((one, index) => proposedOf(one, `${session}-${first + index}`, session, read)));
      const { accepted } = acceptStated(proposals);
      for (const since of [...new Set(accepted.map((one) => one.session))].sort((a, b) => a - b)) {
        const day = since === session ? date : known.past.find((one) => one.session === since)?.date;
        const entry = entryOf({ session: since, ...(day !== undefined && { date: day }) }, accepted);
        if (entry) own.push({ id: 0, recordedAt: 0, entry });
      }
    }
    return { proposals: told, entries: mergeEntries(own.map(({ entry }) => entry)) };
  }
}

/** Sessions that were recorded already: what another session dated back to one does not count as its record. */
function recordedSessions(log: Changelog): ReadonlySet<number> {
  const recorded = new Set<number>();
  for (const event of log.events) {
    if (event.kind !== 'entry') continue;
    const { entry, idempotencyKey: key } = event;
    recorded.add(key?.startsWith(KEY_PREFIX) ? Number(key.slice(KEY_PREFIX.length)) : entry.session_id);
  }
  return recorded;
}

function sessionsOf(documents: readonly StoredDocument[], recorded: ReadonlySet<number>): StoredSession[] {
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

function isWanted({ session, isRecorded }: StoredSession, request: Request): boolean {
  if (request.session !== undefined) return session === request.session;
  return request.includeRecorded || !isRecorded;
}

/** @throws ArbiterError NOT_FOUND where one session was asked for */
function emptyOf({ collection, session }: Request): Extracted {
  if (session === undefined) return { collection, sessions: [], proposals: [], omitted: 0, added: [] };
  throw new ArbiterError('NOT_FOUND', `No document of "${collection}" has the session ${session} in its metadata.`, {
    details: { collection, session },
  });
}

function dayOf({ session, documents }: StoredSession): { session: number; date?: string } {
  const days = documents.flatMap(({ metadata: { date } }) =>
    typeof date === 'string' ? (/^\d{4}-\d{2}-\d{2}/.exec(date)?.[0] ?? []) : [],
  );
  return { session, ...(days[0] !== undefined && { date: days[0] }) };
}

function proposedOf(proposal: Proposal, id: string, toldBy: number, document: GraphDocument): ProposedChange {
  const { certainty, question = null, kind, evidence, entityUpdate = null, relationshipUpdate = null } = proposal;
  return {
    id,
    session: proposal.session,
    toldBy,
    certainty,
    question,
    kind,
    evidence: evidence.map(({ start, end }) => ({
      documentId: document.id,
      source: document.source,
      start,
      end,
      quote: document.text.slice(start, Math.min(end, start + MAX_EVIDENCE_QUOTE)).toWellFormed(),
    })),
    entityUpdate,
    relationshipUpdate,
  };
}

/** One entry a session, though several documents told it. */
function mergeEntries(entries: readonly ChangelogEntry[]): ChangelogEntry[] {
  const merged = new Map<number, ChangelogEntry>();
  for (const entry of entries) {
    const former = merged.get(entry.session_id);
    merged.set(entry.session_id, {
      ...(former ?? entry),
      entity_updates: [...(former?.entity_updates ?? []), ...entry.entity_updates],
      relationship_updates: [...(former?.relationship_updates ?? []), ...entry.relationship_updates],
    });
  }
  return [...merged.values()].sort((a, b) => a.session_id - b.session_id);
}
