import type { EntityUpdate, KnownEntity, Relation, RelationshipUpdate, StatusVocabulary } from '@arbiter/changelog';
import type { ExtractableDocument } from '@arbiter/extraction';
import type { Span } from '@arbiter/text';

/** A transcript, a log, minutes or notes. `metadata` has the number (`session`) and the day (`date`, ISO 8601). */
export type Session = ExtractableDocument;

/** The world before the session, as far as it is known. */
export interface KnownWorld {
  readonly entities: readonly KnownEntity[];
  readonly relations?: readonly Relation[];
  /** Status in words by id of the entity. */
  readonly statuses?: Readonly<Record<string, string>>;
  /** The pack's own words for statuses; may be empty. */
  readonly vocabulary?: StatusVocabulary;
  /** Relation types of the pack; may be empty: then plain English names them. */
  readonly relationTypes?: readonly string[];
}

/** `stated`: told as a fact that has happened. `doubtful`: a person should decide. */
export type Certainty = 'stated' | 'doubtful';

export type HappeningKind = 'combat' | 'interaction' | 'decision' | 'inventory' | 'state';

export interface EvidenceSpan extends Span {
  readonly document: string;
}

/** An answer to the question of a doubtful change, and what then is true. */
export interface ProposedAnswer {
  /** In words: `dead`, `yes`, `neither`. */
  readonly answer: string;
  /** Null: as proposed. A status: the entity is so instead. `nothing`: nothing has changed. */
  readonly becomes: { readonly status: string } | 'nothing' | null;
}

interface ProposalBase {
  /** Unique in the session, and the same for the same session: `7-3`. */
  readonly id: string;
  /** The session that told it. */
  readonly session: number;
  readonly certainty: Certainty;
  /** What to ask a person; only of what is doubtful. */
  readonly question?: string;
  /** What may be answered to the question, the proposed change first. */
  readonly answers?: readonly ProposedAnswer[];
  readonly kind: HappeningKind;
  readonly evidence: readonly EvidenceSpan[];
}

export type Proposal = ProposalBase &
  (
    | { readonly entityUpdate: EntityUpdate; readonly relationshipUpdate?: undefined }
    | { readonly relationshipUpdate: RelationshipUpdate; readonly entityUpdate?: undefined }
  );

export interface ProposedChanges {
  readonly session: number;
  readonly date?: string;
  readonly proposals: readonly Proposal[];
}
