import type { IngestionSource } from '@arbiter/contracts';
import { canonicalJson, type DocumentStore, type ListingCursor, type SourceCursors } from '@arbiter/ports';
import { type PriorDocument, PriorDocuments } from '../library/prior-documents.js';
import { PIPELINE_VERSION } from '../library/document-identity.js';
import type { ParserRegistry } from '../parse/parser-registry.js';
import { sha256 } from '../library/sha256.js';

export interface PositionPorts {
  readonly cursors: SourceCursors;
  readonly documents: DocumentStore;
  readonly parsers: Pick<ParserRegistry, 'extensions'>;
}

/** What tells where a stored document lies. */
export type StoredPlace = Pick<PriorDocument, 'id' | 'origin' | 'source'>;

/** One source of a job. */
export interface TrackedSource {
  readonly source: IngestionSource;
  /** Whether a stored document belongs to the source. */
  readonly covers: (document: StoredPlace) => boolean;
}

/** A source that was listed completely, with its position at that time. */
export interface ReachedSource extends TrackedSource {
  readonly position: string;
  /** Whether documents stay after the source no longer contains them. */
  readonly keepsGone: boolean;
  /** Ids of the documents in the listing. */
  readonly documentIds: ReadonlySet<string>;
}

/**
 * Remembers the positions of sources that were ingested completely. A remembered position is valid only while exactly the same
 * documents are stored as then.
 */
export class SourcePositions {
  /** Loaded when the first source is looked at: all sources of a job are listed before anything is written. */
  private before: Promise<PriorDocuments> | null = null;

  constructor(
    private readonly collection: string,
    private readonly ports: PositionPorts,
    private readonly pipelineVersion = PIPELINE_VERSION,
  ) {}

  track(tracked: TrackedSource, signal: AbortSignal): TrackedPosition {
    return new TrackedPosition(() => this.last(tracked, signal));
  }

  /** Remembers the positions of sources whose documents are all stored; forgets the others. */
  async keep(reached: readonly ReachedSource[], signal: AbortSignal): Promise<void> {
    if (reached.length === 0) return;
    const stored = await this.stored(signal);
    for (const tracked of reached) {
      const { ids, digest } = digestOf(stored, tracked);
      // A document may have been deleted while the others were written.
      const { documentIds, keepsGone } = tracked;
      if ([...documentIds].some((id) => !ids.has(id)) || (!keepsGone && ids.size > documentIds.size)) continue;
      const cursor = { position: tracked.position, documents: digest };
      await this.ports.cursors.keepCursor(this.collection, this.keyOf(tracked.source), cursor, signal);
    }
  }

  private async last(tracked: TrackedSource, signal: AbortSignal): Promise<LastPosition | null> {
    const cursor = await this.ports.cursors.cursor(this.collection, this.keyOf(tracked.source), signal);
    if (cursor === null) return null;
    this.before ??= this.stored(signal);
    const { ids, digest } = digestOf(await this.before, tracked);
    return digest === cursor.documents ? { position: cursor.position, documentIds: ids } : null;
  }

  private stored(signal: AbortSignal): Promise<PriorDocuments> {
    return PriorDocuments.of(this.collection, { store: this.ports.documents, listed: true, signal });
  }

  /** Includes the version, which determines the text, and the parsers, which determine the files left out. */
  private keyOf(source: IngestionSource): string {
    return sha256(canonicalJson([source, this.pipelineVersion, this.ports.parsers.extensions]));
  }
}

interface LastPosition {
  readonly position: string;
  readonly documentIds: ReadonlySet<string>;
}

/** The position of one source during its listing. */
export class TrackedPosition implements ListingCursor {
  /** Current position; null if the loader cannot tell. */
  reached: string | null = null;
  /** Ids of its documents, if nothing was listed because the source has not moved. */
  unmoved: ReadonlySet<string> | null = null;
  private known: LastPosition | null = null;

  constructor(private readonly look: () => Promise<LastPosition | null>) {}

  async last(): Promise<string | null> {
    this.known = await this.look();
    return this.known?.position ?? null;
  }

  stay(): void {
    this.unmoved = this.known?.documentIds ?? new Set();
  }

  reach(position: string): void {
    this.reached = position;
  }
}

function digestOf(
  stored: PriorDocuments,
  { covers }: TrackedSource,
): { readonly ids: ReadonlySet<string>; readonly digest: string } {
  const documents = [...stored].filter((document) => covers(document));
  const facts = documents.map(({ id, contentHash, version, pipelineVersion }) => [
    id,
    contentHash,
    version ?? null,
    pipelineVersion,
  ]);
  return { ids: new Set(documents.map(({ id }) => id)), digest: sha256(JSON.stringify(facts)) };
}
