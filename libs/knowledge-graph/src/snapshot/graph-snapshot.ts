import type { GraphSchema, GraphSummary } from '@arbiter/contracts';
import type { CommunityLevel } from '@arbiter/graph';

/** Changes when older readers cannot read what is written. */
export const SNAPSHOT_FORMAT = 1;

export interface SnapshotDocument {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  /** Number of the session that it records; null for a document about the world before the first. */
  readonly session: number | null;
  /** Groups that may read it; absent: everybody. */
  readonly groups?: readonly string[] | undefined;
}

/** A place in a document, by the position of the document in the snapshot. Offsets: UTF-16 code units. */
export interface Place {
  readonly document: number;
  readonly start: number;
  readonly end: number;
}

/** How much an entity matters to the others, each 0 to 1, relative to the highest of the graph. */
export interface Importance {
  readonly degree: number;
  readonly betweenness: number;
  readonly pageRank: number;
  /** Weighted mean of the three. */
  readonly composite: number;
}

export interface SnapshotEntity {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  /** The sentence that says what it is; empty if none does. */
  readonly definition: string;
  /** Place of the definition; null without one. */
  readonly definedAt: Place | null;
  /** Documents that are about it, by position. */
  readonly describedIn: readonly number[];
  /** Types that the words of the name speak for, with weights. */
  readonly nameVotes: Readonly<Record<string, number>>;
  readonly importance: Importance;
  /** Ids of entities that were merged into it, by a person or a language model; absent without any. */
  readonly formerIds?: readonly string[] | undefined;
}

export interface SnapshotRelation {
  /** Positions of entities. */
  readonly from: number;
  readonly to: number;
  readonly type: string;
  /** Null if a person added it. */
  readonly evidence: Place | null;
}

/** What became of a correction. */
export interface SnapshotCorrection {
  readonly id: number;
  /** Why it does not fit the graph; null if it was applied. */
  readonly problem: string | null;
}

/** What a language model had to do with a graph. */
export interface SnapshotExtraction {
  readonly model: string;
  /** Documents that it read. */
  readonly documents: number;
  /** Documents that rules alone read, because it did not. */
  readonly failed: number;
  /** Entities that it took for others of the graph. */
  readonly merged: number;
  /** What it has decided about pairs of names, by a digest of what it was shown: the next build does not ask again. */
  readonly pairs: readonly { readonly key: string; readonly isSame: boolean }[];
}

/** Flat rows of four: entity, document, start, end; ascending by document, then start. */
export type MentionRows = Uint32Array;
export const MENTION_FIELDS = 4;

/** What the documents of a collection say of things and their relations, at one time. Immutable. */
export interface GraphSnapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly collection: string;
  /** Digest of everything that it was built from: equal input gives an equal version. */
  readonly version: string;
  readonly schema: GraphSchema;
  /** Id of the last changelog event that the importance and the communities know of; 0 for none. */
  readonly changelogEvent: number;
  /** Last session of that event; null for none. */
  readonly changelogSession: number | null;
  readonly documents: readonly SnapshotDocument[];
  readonly entities: readonly SnapshotEntity[];
  readonly relations: readonly SnapshotRelation[];
  readonly mentions: MentionRows;
  /** Coarsest first; empty for a graph without entities. */
  readonly levels: readonly CommunityLevel[];
  /** Absent where no language model was asked. */
  readonly extraction?: SnapshotExtraction | undefined;
  /** Corrections that counted when it was built, in their order; absent without any. */
  readonly corrections?: readonly SnapshotCorrection[] | undefined;
}

/** A snapshot in numbers. */
export function summaryOf(snapshot: GraphSnapshot): GraphSummary {
  const { collection, version, documents, entities, relations, levels, changelogEvent } = snapshot;
  const { extraction, corrections = [] } = snapshot;
  const applied = corrections.filter(({ problem }) => problem === null).length;
  return {
    ...{ collection, version, changelogEvent },
    documents: documents.length,
    entities: entities.length,
    relations: relations.length,
    communities: levels.at(-1)?.partCount ?? 0,
    ...(extraction && { extraction: summaryOfExtraction(extraction) }),
    ...(corrections.length > 0 && { corrections: { applied, notApplied: corrections.length - applied } }),
  };
}

function summaryOfExtraction({ model, documents, failed, merged }: SnapshotExtraction): GraphSummary['extraction'] {
  return { model, documents, failed, merged };
}
