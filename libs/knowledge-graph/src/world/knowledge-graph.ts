import { EntityIndex, type Relation } from '@arbiter/changelog';
import { type NamedThing, NameIndex, TypeReader } from '@arbiter/extraction';
import {
  MENTION_FIELDS,
  type GraphSnapshot,
  type Place,
  type SnapshotDocument,
  type SnapshotEntity,
} from '../snapshot/graph-snapshot.js';
import { ProfileIndex } from './profile-index.js';

/** A mention in a document: the entity by position, and its place. Offsets: UTF-16 code units. */
export interface Mention {
  readonly node: number;
  readonly start: number;
  readonly end: number;
}

/** A sentence of a document. Offsets: UTF-16 code units. */
export interface PlacedSentence {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A snapshot with the indexes that questions need. Built once per version. */
export class KnowledgeGraph {
  readonly index: EntityIndex;
  /** What the documents say, by ids. */
  readonly relations: readonly Relation[];
  readonly types: TypeReader;
  private readonly names: NameIndex<NamedThing & { readonly node: number }>;
  private readonly nodes: ReadonlyMap<string, number>;
  private readonly positions: ReadonlyMap<string, number>;
  readonly profiles: ProfileIndex;
  private evidence: ReadonlyMap<string, Place> | null = null;
  private subjects: ReadonlyMap<number, number[]> | null = null;
  /** First row of each document's mentions, and the end of the last. */
  private readonly firstRows: Uint32Array;

  constructor(readonly snapshot: GraphSnapshot) {
    const { entities, documents, mentions } = snapshot;
    this.index = new EntityIndex(entities);
    this.types = new TypeReader(snapshot.schema.entityTypes);
    this.profiles = new ProfileIndex(entities);
    this.nodes = new Map(entities.map(({ id }, node) => [id, node]));
    this.positions = new Map(documents.map(({ id }, position) => [id, position]));
    this.relations = snapshot.relations.map(({ from, type, to }) => ({
      from: entities[from]?.id ?? '',
      type,
      to: entities[to]?.id ?? '',
    }));
    this.names = new NameIndex(
      entities.map(({ name, type, aliases, nameVotes, describedIn }, node) => ({
        name,
        type,
        aliases,
        nameVotes,
        node,
        describedIn: describedIn.map((position) => documents[position]?.id ?? ''),
      })),
    );
    this.firstRows = new Uint32Array(documents.length + 1).fill(mentions.length);
    for (let row = mentions.length - MENTION_FIELDS; row >= 0; row -= MENTION_FIELDS)
      for (let document = mentions[row + 1] ?? 0; document >= 0 && (this.firstRows[document] ?? 0) > row; document -= 1)
        this.firstRows[document] = row;
  }

  get entities(): readonly SnapshotEntity[] {
    return this.snapshot.entities;
  }

  nodeOf(id: string): number | undefined {
    return this.nodes.get(id);
  }

  /** The entity with an id. */
  entity(id: string): SnapshotEntity | undefined {
    return this.entities[this.nodes.get(id) ?? -1];
  }

  document(position: number): SnapshotDocument | undefined {
    return this.snapshot.documents[position];
  }

  documentOf(id: string): SnapshotDocument | undefined {
    const position = this.positions.get(id);
    return position === undefined ? undefined : this.document(position);
  }

  /** Entities that a text names, in order; each place once. */
  namedIn(text: string): Mention[] {
    return this.names.find(text).map(({ entity, start, end }) => ({ node: entity.node, start, end }));
  }

  /** Mentions that begin in a span of a document, in order. */
  mentionsIn(documentId: string, start: number, end: number): Mention[] {
    const { mentions } = this.snapshot;
    const position = this.positions.get(documentId);
    if (position === undefined) return [];
    const found: Mention[] = [];
    const last = this.firstRows[position + 1] ?? mentions.length;
    for (let row = this.firstAt(position, start); row < last; row += MENTION_FIELDS) {
      const from = mentions[row + 2] ?? 0;
      if (from >= end) break;
      found.push({ node: mentions[row] ?? 0, start: from, end: mentions[row + 3] ?? 0 });
    }
    return found;
  }

  /** Entities that a document is about. */
  subjectsOf(documentId: string): number[] {
    const position = this.positions.get(documentId);
    if (position === undefined) return [];
    return (this.subjects ??= this.subjectsByDocument()).get(position) ?? [];
  }

  /** Where the documents say so; null if they do not. */
  evidenceOf(from: string, type: string, to: string): Place | null {
    const key = relationKey(this.nodeOf(from), type, this.nodeOf(to));
    return (this.evidence ??= this.evidenceByRelation()).get(key) ?? null;
  }

  /** The first place of each relation. */
  private evidenceByRelation(): ReadonlyMap<string, Place> {
    return new Map(
      this.snapshot.relations
        .toReversed()
        .flatMap(({ from, type, to, evidence }) =>
          evidence ? [[relationKey(from, type, to), evidence] as const] : [],
        ),
    );
  }

  private subjectsByDocument(): ReadonlyMap<number, number[]> {
    const subjects = new Map<number, number[]>();
    this.entities.forEach(({ describedIn }, node) => {
      for (const position of describedIn) subjects.set(position, [...(subjects.get(position) ?? []), node]);
    });
    return subjects;
  }

  /** First row of a document whose mention begins at an offset or later. */
  private firstAt(position: number, start: number): number {
    const { mentions } = this.snapshot;
    let low = (this.firstRows[position] ?? 0) / MENTION_FIELDS;
    let high = (this.firstRows[position + 1] ?? 0) / MENTION_FIELDS;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((mentions[middle * MENTION_FIELDS + 2] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return low * MENTION_FIELDS;
  }
}

function relationKey(from: number | undefined, type: string, to: number | undefined): string {
  return `${from} ${type} ${to}`;
}
