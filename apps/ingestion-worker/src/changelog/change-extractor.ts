import { applyEntries, type Changelog, type ChangelogEntry, EntityIndex, type RecordedEntry } from '@arbiter/changelog';
import {
  ArbiterError,
  type extractChanges,
  MAX_PROPOSALS,
  type OperationInput,
  type OperationOutput,
  type ProposedChange,
} from '@arbiter/contracts';
import { type GraphSnapshot, KnowledgeGraph } from '@arbiter/knowledge-graph';
import type { ChangelogStore, DocumentStore } from '@arbiter/ports';
import { proposeChanges } from '@arbiter/session-changes';
import type { GraphBuilder } from '../graph/graph-builder.js';
import { graphDocumentOf, listStoredDocuments } from '../graph/stored-documents.js';
import { readChangelog } from '../library/event-logs.js';
import type { ChangelogWriter } from './changelog-writer.js';
import { entryOfChange, proposedOf, shownChange, StandingDecisions } from './proposed-changes.js';
import {
  dayOf,
  extractionKey,
  sessionOfProposal,
  type StoredSession,
  storedSessions,
  tellingSession,
} from './stored-sessions.js';

type Request = OperationInput<typeof extractChanges>;
type Extracted = OperationOutput<typeof extractChanges>;

export interface ChangeExtractorPorts {
  readonly documents: DocumentStore;
  readonly changelogs: ChangelogStore;
  readonly graphs: Pick<GraphBuilder, 'build' | 'currentSnapshot'>;
  readonly writer: Pick<ChangelogWriter, 'add'>;
}

/** What sessions are read against. */
interface KnownBefore {
  readonly graph: KnowledgeGraph;
  /** With the session that told each; null where somebody wrote it. */
  readonly entries: readonly (RecordedEntry & { readonly toldBy: number | null })[];
  readonly decisions: StandingDecisions;
  readonly days: readonly { readonly session: number; readonly date?: string }[];
}

/** What one session told. */
interface ToldChanges {
  readonly session: number;
  /** Decided ones too; each once. */
  readonly proposals: readonly ProposedChange[];
  /** Entries of the stated ones that nobody has decided, by the session that each is true from; none of a recorded session. */
  readonly stated: readonly ChangelogEntry[];
  readonly days: ReadonlyMap<number, string>;
}

/** A proposed change, and the entry that it makes. */
export interface FoundChange {
  readonly proposed: ProposedChange;
  readonly entry: ChangelogEntry;
}

/** Reads what sessions changed from their stored documents, each against the world before it. */
export class ChangeExtractor {
  constructor(private readonly ports: ChangeExtractorPorts) {}

  /** @throws ArbiterError NOT_FOUND for a session without a document, UNAVAILABLE of the stores */
  async extract(request: Request, signal: AbortSignal): Promise<Extracted> {
    const { collection, policy } = request;
    const log = await readChangelog(this.ports.changelogs, collection, signal);
    const sessions = await this.sessionsOf(collection, log, signal);
    const wanted = sessions.filter((one) => isWanted(one, request));
    if (wanted.length === 0) return emptyOf(request);
    const known = await this.knownBefore(collection, log, sessions, signal);
    const proposals: ProposedChange[] = [];
    const outdated: Extracted['outdated'] = [];
    const added: Extracted['added'] = [];
    for await (const { session, ...told } of this.readInOrder(wanted, known, signal)) {
      const ids = new Set(told.proposals.map(({ id }) => id));
      outdated.push(...known.decisions.outdated(session, ids).map(shownChange));
      proposals.push(...told.proposals.filter(({ decision }) => request.includeDecided || decision === null));
      if (policy === 'propose' || told.stated.length === 0) continue;
      const written = await this.ports.writer.add(collection, told.stated, extractionKey(session), signal);
      added.push(...written.ids.map((id, index) => ({ id, session: told.stated[index]?.session_id ?? session })));
    }
    return {
      collection,
      sessions: wanted.map(({ session, documents: own, isRecorded }) => ({
        session,
        documents: own.length,
        isRecorded,
      })),
      proposals: proposals.slice(0, MAX_PROPOSALS),
      outdated: outdated.slice(0, MAX_PROPOSALS),
      omitted: Math.max(0, proposals.length - MAX_PROPOSALS),
      added,
    };
  }

  /**
   * Finds proposed changes by their ids. A session is read as it stands, and, for what is not found so, after the stated changes
   * of the sessions before it: `extract` proposes both ways.
   *
   * @returns those that were found, with the entries that they make
   */
  async find(
    collection: string,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, FoundChange>> {
    const log = await readChangelog(this.ports.changelogs, collection, signal);
    const sessions = await this.sessionsOf(collection, log, signal);
    const known = await this.knownBefore(collection, log, sessions, signal);
    const found = new Map<string, FoundChange>();
    const take = ({ proposals, days }: ToldChanges): void => {
      for (const proposed of proposals)
        if (!found.has(proposed.id))
          found.set(proposed.id, { proposed, entry: entryOfChange(proposed, days.get(proposed.session)) });
    };
    const sessionsLeft = (): Set<number> => new Set(ids.filter((id) => !found.has(id)).map(sessionOfProposal));
    for (const session of sessions.filter((one) => sessionsLeft().has(one.session)))
      for await (const told of this.readInOrder([session], known, signal)) take(told);
    const last = Math.max(-1, ...sessionsLeft());
    const before = sessions.filter(
      (one) => one.session <= last && (!one.isRecorded || sessionsLeft().has(one.session)),
    );
    for await (const told of this.readInOrder(before, known, signal)) take(told);
    return found;
  }

  private async sessionsOf(collection: string, log: Changelog, signal: AbortSignal): Promise<StoredSession[]> {
    return storedSessions(await listStoredDocuments(this.ports.documents, collection, signal), log);
  }

  private async knownBefore(
    collection: string,
    log: Changelog,
    sessions: readonly StoredSession[],
    signal: AbortSignal,
  ): Promise<KnownBefore> {
    const entries = log.entries().map((one) => {
      const event = log.events[one.id - 1];
      return { ...one, toldBy: event ? tellingSession(event) : null };
    });
    const graph = new KnowledgeGraph(await this.graphOf(collection, signal));
    return { graph, entries, decisions: new StandingDecisions(log), days: sessions.map(dayOf) };
  }

  /** Each session is read against what those before it stated, whether or not a person has accepted it by now. */
  private async *readInOrder(
    sessions: readonly StoredSession[],
    known: KnownBefore,
    signal: AbortSignal,
  ): AsyncGenerator<ToldChanges> {
    const entries = [...known.entries];
    for (const session of sessions) {
      const told = await this.read(session, { ...known, entries }, signal);
      entries.push(...told.stated.map((entry) => ({ id: 0, recordedAt: 0, entry, toldBy: session.session })));
      yield told;
    }
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
    { session, documents, isRecorded }: StoredSession,
    { graph, entries, decisions, days }: KnownBefore,
    signal: AbortSignal,
  ): Promise<ToldChanges> {
    const { snapshot, relations } = graph;
    const { entities, schema } = snapshot;
    const dates = new Map(days.flatMap((one) => (one.date === undefined ? [] : [[one.session, one.date] as const])));
    // What the session itself told has no part in how it is read: it would be no news.
    const before = entries
      .filter(({ entry, toldBy }) => entry.session_id < session && toldBy !== session)
      .toSorted((a, b) => a.entry.session_id - b.entry.session_id);
    const told = new Map<string, ProposedChange>();
    const own: RecordedEntry[] = [];
    const stated: ChangelogEntry[] = [];
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
        },
      );
      if (date !== undefined) dates.set(session, date);
      for (const proposal of proposals) {
        const proposed = proposedOf(proposal, session, read, decisions);
        told.set(proposed.id, merged(told.get(proposed.id), proposed));
        const entry = entryOfChange(proposed, dates.get(proposed.session));
        const decided = decisions.byPerson(proposed.id);
        if (decided?.decision?.verdict === 'accepted') own.push(decided);
        if (decided || proposed.certainty === 'doubtful') continue;
        own.push({ id: 0, recordedAt: 0, entry });
        if (!isRecorded) stated.push(entry);
      }
    }
    return { session, proposals: [...told.values()], stated: mergeEntries(stated), days: dates };
  }
}

/** What two documents of a session tell alike is one change. */
function merged(former: ProposedChange | undefined, next: ProposedChange): ProposedChange {
  if (!former) return next;
  const { certainty, question, answers } = former.certainty === 'stated' ? former : next;
  return { ...former, certainty, question, answers, evidence: [...former.evidence, ...next.evidence] };
}

function isWanted({ session, isRecorded }: StoredSession, request: Request): boolean {
  if (request.session !== undefined) return session === request.session;
  return request.includeRecorded || !isRecorded;
}

/** @throws ArbiterError NOT_FOUND where one session was asked for */
function emptyOf({ collection, session }: Request): Extracted {
  if (session === undefined) return { collection, sessions: [], proposals: [], outdated: [], omitted: 0, added: [] };
  throw noSession(collection, session);
}

function noSession(collection: string, session: number): ArbiterError {
  return new ArbiterError('NOT_FOUND', `No document of "${collection}" has the session ${session} in its metadata.`, {
    details: { collection, session },
  });
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
