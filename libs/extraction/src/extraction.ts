import type { Span } from '@arbiter/text';

/** A document as a parser returns it; the fields of `ParsedDocument` that extraction reads. All offsets: UTF-16 code units. */
export interface ExtractableDocument {
  /** The path; its folder may tell the type of the thing that the document describes. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly sections: readonly { readonly heading: string; readonly level: number; readonly start: number }[];
  readonly blocks: readonly ({ readonly kind: string } & Span)[];
  /** Front matter; `type` and `aliases` are read. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Links to other documents; `target` is the id of another document. */
  readonly links?: readonly DocumentLink[];
}

export interface DocumentLink extends Span {
  readonly target: string;
}

/** What a domain pack declares. Both may be empty. */
export interface ExtractionSchema {
  readonly entityTypes: readonly string[];
  readonly relationTypes: readonly RelationType[];
}

export interface RelationType {
  /** Such as `led_by`. */
  readonly type: string;
  /** What its ends may be, in words: "list", "department or ward", "thing". */
  readonly from?: string;
  readonly to?: string;
}

export interface Evidence extends Span {
  readonly document: string;
}

/** The sentence that says best what an entity is; where none does, the first that names it. */
export interface Definition extends Evidence {
  /** How well it defines: about 3 for "X is a …", 2 for an apposition, less than 1 for a mere mention or a table row. */
  readonly weight: number;
}

export interface ExtractedEntity {
  /** Unique in its extraction. */
  readonly id: string;
  readonly name: string;
  /** Null if nothing tells it. */
  readonly type: string | null;
  /** Weights of the types that something speaks for. */
  readonly typeVotes: Readonly<Record<string, number>>;
  /** The same of the words of the name itself; of several documents they count once. */
  readonly nameVotes: Readonly<Record<string, number>>;
  readonly aliases: readonly string[];
  /** How much speaks for an entity, ≥ 0; from {@link MIN_SALIENCE} on it is one. */
  readonly salience: number;
  /** Documents that are about it, as their title says. */
  readonly describedIn: readonly string[];
  /** Where it is named, verbatim. */
  readonly evidence: readonly Evidence[];
  /** Null if only headings, links or fields name it. */
  readonly definition: Definition | null;
}

export const RELATED_FACTS = ['id', 'name', 'type', 'describedIn'] as const;
/** All that the reading of relations may know of an entity: whatever else changes in it, the relations stay. */
export type RelatedThing = Pick<ExtractedEntity, (typeof RELATED_FACTS)[number]>;

export interface ExtractedRelation {
  /** Id of an entity. */
  readonly from: string;
  readonly type: string;
  readonly to: string;
  readonly evidence: Evidence;
  /** Whether the text only reports it, as hearsay, somebody's belief or speech. What is denied, asked or planned is no relation. */
  readonly isDoubtful: boolean;
}

export interface Extraction {
  readonly entities: readonly ExtractedEntity[];
  readonly relations: readonly ExtractedRelation[];
}

/** Chosen on the sample domain and the hospital pack, see README.md. */
export const MIN_SALIENCE = 1.5;

/** Changes whenever the rules read a document otherwise, so that what they read before is read again. */
export const RULES_VERSION = 3;

/** Reads one document by itself, whatever the others say. */
export interface DocumentExtractor {
  /** Names the extractor and the version of all that its answer depends on: rules, model, prompt. */
  readonly name: string;
  /** Whether an extraction costs so much that each is stored at once, also for a build that breaks off later. */
  readonly isCostly: boolean;
  /**
   * @returns candidates of any salience, so that other documents can confirm them, and relations between them; plain JSON,
   *   which may be kept
   */
  extract(document: ExtractableDocument, schema: ExtractionSchema, signal: AbortSignal): Promise<Extraction>;
}
