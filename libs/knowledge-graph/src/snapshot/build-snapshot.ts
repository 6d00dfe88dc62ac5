import type { GraphSchema } from '@arbiter/contracts';
import { applyEntries, EntityIndex, type RecordedEntry, type Relation } from '@arbiter/changelog';
import {
  extractCandidates,
  type ExtractableDocument,
  extractDocuments,
  type Extraction,
  NameIndex,
} from '@arbiter/extraction';
import { buildGraph, communityHierarchy, type CommunityLevel, type Edge } from '@arbiter/graph';
import { type AppliedCorrections, applyCorrections } from '../corrections/apply-corrections.js';
import type { CorrectableDocument, CorrectableEntity, CorrectableGraph } from '../corrections/correctable-graph.js';
import type { NumberedCorrection } from '../corrections/correction-log.js';
import { changelogEntities } from './changelog-entities.js';
import {
  type GraphSnapshot,
  type MentionRows,
  type Place,
  SNAPSHOT_FORMAT,
  type SnapshotDocument,
  type SnapshotEntity,
  type SnapshotExtraction,
  type SnapshotRelation,
} from './graph-snapshot.js';
import { importanceOf } from './importance.js';
import { edgesOf } from './relation-edges.js';

/** A document with what the snapshot keeps of it. */
export interface GraphDocument extends ExtractableDocument {
  readonly source: string;
  readonly contentHash: string;
  /** Null for a document about the world before the first session. */
  readonly session: number | null;
}

/** What a graph is read with. */
export interface ExtractionOptions {
  readonly schema: GraphSchema;
  /** The changelog at this time: its relations count for importance and communities. */
  readonly changes?: { readonly entries: readonly RecordedEntry[]; readonly lastEvent: number };
  /** What was read in each document by itself, by its id; of a document without one the rules read the names now. */
  readonly extractions?: ReadonlyMap<string, Extraction>;
}

export interface BuildOptions extends ExtractionOptions {
  readonly collection: string;
  /** As `versionOf` names the input. */
  readonly version: string;
  /** Absent where no language model was asked. */
  readonly extraction?: SnapshotExtraction | undefined;
  /** What people corrected, in its order. */
  readonly corrections?: readonly NumberedCorrection[];
}

/** What the rules read out of a collection, before corrections. */
export interface ExtractedGraph extends CorrectableGraph {
  /** Ascending by id, each with the path that evidence names. */
  readonly documents: readonly (GraphDocument & CorrectableDocument)[];
}

/** Seed of Leiden and of sampled betweenness: the same input gives the same graph. */
const SEED = 1;
/** Members that a community of the finest level may have: a summary can name each. */
const MAX_COMMUNITY_SIZE = 24;
/** Hexadecimal digits of a version. */
const VERSION_DIGITS = 32;
/** A definition is shown in previews of some 200 tokens. In UTF-16 code units. */
const MAX_DEFINITION = 320;

/**
 * Builds the graph of a collection: entities and relations by rules, what people corrected, importance, communities.
 *
 * @param documents in any order; the result does not depend on it
 */
export function buildSnapshot(documents: readonly GraphDocument[], options: BuildOptions): GraphSnapshot {
  const extracted = extractGraph(documents, options);
  return snapshotOf(extracted, applyCorrections(extracted, options.corrections ?? [], extracted.documents), options);
}

/**
 * Reads entities and relations by rules. Sessions contribute entities and mentions; their relations come from the changelog,
 * because a session tells attempts and rumours as well.
 *
 * @param documents in any order; the result does not depend on it
 */
export function extractGraph(
  documents: readonly GraphDocument[],
  { schema, changes, extractions }: ExtractionOptions,
): ExtractedGraph {
  const sorted = withPaths(documents);
  const paths = sorted.map(({ path }) => path);
  const isSession = new Set(paths.filter((_, position) => sorted[position]?.session !== null));
  // Extraction reads the type of a thing from the folder of its document.
  const named = sorted.map((document) => ({ ...document, id: document.path }));
  const { entities, relations } = extractDocuments(
    named,
    schema,
    named.map(
      (document, position) => extractions?.get(sorted[position]?.id ?? '') ?? extractCandidates(document, schema),
    ),
  );
  return {
    entities: [...entities, ...changelogEntities(changes?.entries ?? [], entities, sorted, paths)],
    relations: relations
      .filter(({ evidence, isDoubtful }) => !isDoubtful && !isSession.has(evidence.document))
      .map(({ from, type, to, evidence }) => ({ from, type, to, evidence })),
    redirects: [],
    documents: sorted,
  };
}

/** The graph that is stored: with mentions, importance and communities. */
export function snapshotOf(
  { documents }: Pick<ExtractedGraph, 'documents'>,
  { graph: corrected, outcomes }: AppliedCorrections,
  {
    collection,
    schema,
    version,
    extraction,
    changes = { entries: [], lastEvent: 0 },
  }: Omit<BuildOptions, 'corrections'>,
): GraphSnapshot {
  const all = corrected.entities;
  const paths = documents.map(({ path }) => path);
  const positionOf = new Map(paths.map((path, position) => [path, position]));
  const nodeOf = new Map(all.map(({ id }, node) => [id, node]));
  const placeOf = ({ document, start, end }: { document: string; start: number; end: number }): Place => ({
    document: positionOf.get(document) ?? 0,
    start,
    end,
  });
  const relations = corrected.relations.flatMap(({ from, type, to, evidence }): SnapshotRelation[] => {
    const [a, b] = [nodeOf.get(from), nodeOf.get(to)];
    return a === undefined || b === undefined
      ? []
      : [{ from: a, type, to: b, evidence: evidence && placeOf(evidence) }];
  });
  const mentions = mentionRows(corrected, documents);
  const current = relationsAfter(all, relations, changes.entries);
  const edges = edgesOf(current, mentions, schema.relationTypes);
  const graph = buildGraph(all.length, edges);
  const importance = importanceOf(graph, SEED);
  const entities = all.map((entity, node): SnapshotEntity => {
    const defined = definitionOf(entity, documents, positionOf);
    return {
      id: entity.id,
      name: entity.name,
      type: entity.type ?? '',
      aliases: entity.aliases,
      definition: defined?.text ?? '',
      definedAt: defined?.place ?? null,
      describedIn: entity.describedIn.flatMap((id) => positionOf.get(id) ?? []),
      nameVotes: entity.nameVotes,
      importance: importance[node] ?? { degree: 0, betweenness: 0, pageRank: 0, composite: 0 },
      ...(entity.formerIds && { formerIds: entity.formerIds }),
    };
  });
  return {
    format: SNAPSHOT_FORMAT,
    collection,
    version,
    schema,
    changelogEvent: changes.lastEvent,
    changelogSession: changes.entries.at(-1)?.entry.session_id ?? null,
    documents: documents.map(({ id, title, source, session }): SnapshotDocument => ({ id, title, source, session })),
    entities,
    relations,
    mentions,
    levels: levelsOf(all.length, edges),
    ...(extraction && { extraction }),
    ...(outcomes.length > 0 && {
      corrections: outcomes.map(({ id, problem }) => ({ id, problem: problem?.message ?? null })),
    }),
  };
}

/**
 * Names what a snapshot is built from: equal versions need no second build. Corrections that were undone are not in it, so that
 * undoing one leads back to the version before.
 *
 * @param digest such as SHA-256, in lower-case hexadecimal digits
 */
export function versionOf(
  documents: readonly Pick<GraphDocument, 'id' | 'source' | 'contentHash'>[],
  {
    schema,
    lastEvent,
    corrections = [],
    extractor,
  }: {
    readonly schema: GraphSchema;
    readonly lastEvent: number;
    readonly corrections?: readonly NumberedCorrection[];
    /** Absent where rules alone read. A graph that lacks what the extractor failed to read is another one. */
    readonly extractor?: { readonly name: string; readonly failed: readonly string[] } | undefined;
  },
  digest: (text: string) => string,
): string {
  const facts = documents
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    // A moved document may describe a thing of another type, since its folder tells it.
    .map(({ id, source, contentHash }) => [id, source, contentHash]);
  const parts = [
    ...[SNAPSHOT_FORMAT, schema, lastEvent, facts],
    ...(corrections.length > 0 ? [corrections] : []),
    ...(extractor ? [extractor] : []),
  ];
  return digest(JSON.stringify(parts)).slice(0, VERSION_DIGITS);
}

/**
 * The documents ascending by id, each with a path of its own: documents of two origins may have the same source.
 *
 * @param documents in any order
 */
export function withPaths<D extends Pick<SnapshotDocument, 'id' | 'source'>>(
  documents: readonly D[],
): (D & { readonly path: string })[] {
  const seen = new Set<string>();
  const sorted = documents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return sorted.map((document) => {
    const { id, source } = document;
    const path = seen.has(source) ? `${id}/${source}` : source;
    seen.add(path);
    return { ...document, path };
  });
}

/** Every place where a document names an entity, also by a short name that the extraction did not read as one. */
function mentionRows(
  { entities, redirects }: CorrectableGraph,
  documents: readonly CorrectableDocument[],
): MentionRows {
  const names = new NameIndex(entities);
  const nodeOf = new Map(entities.map(({ id }, node) => [id, node]));
  const positionOf = new Map(documents.map(({ path }, position) => [path, position]));
  const redirected = new Map(redirects.map(({ from, document, to }) => [`${from}\n${document}`, to]));
  const rows = new Map<string, readonly number[]>();
  const add = (id: string, path: string, start: number, end: number): void => {
    const [node, document] = [nodeOf.get(redirected.get(`${id}\n${path}`) ?? id), positionOf.get(path)];
    if (node === undefined || document === undefined) return;
    rows.set(`${document}:${start}:${node}`, [node, document, start, end]);
  };
  for (const { id, evidence } of entities)
    for (const { document, start, end } of evidence) add(id, document, start, end);
  for (const { path, text } of documents)
    for (const { entity, start, end } of names.find(text, 0, path)) add(entity.id, path, start, end);
  const sorted = [...rows.values()].sort(
    (a, b) => (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0) || (a[0] ?? 0) - (b[0] ?? 0),
  );
  return Uint32Array.from(sorted.flat());
}

/** The relations that hold once the changelog has been applied, by position. Those of unknown entities are left out. */
function relationsAfter(
  entities: readonly CorrectableEntity[],
  relations: readonly SnapshotRelation[],
  entries: readonly RecordedEntry[],
): { from: number; to: number; type: string }[] {
  if (entries.length === 0) return [...relations];
  const known = entities.map((entity) => ({ ...entity, type: entity.type ?? '' }));
  const plain = relations.map(({ from, type, to }): Relation => ({
    from: entities[from]?.id ?? '',
    type,
    to: entities[to]?.id ?? '',
  }));
  const nodeOf = new Map(entities.map(({ id }, node) => [id, node]));
  const world = applyEntries(entries, { entities: new EntityIndex(known), relations: plain });
  return world.relations.flatMap(({ from, to, type, ended }) => {
    const [a, b] = [nodeOf.get(from), nodeOf.get(to)];
    return ended !== null || a === undefined || b === undefined ? [] : [{ from: a, to: b, type }];
  });
}

function levelsOf(nodeCount: number, edges: readonly Edge[]): readonly CommunityLevel[] {
  if (nodeCount === 0) return [];
  return communityHierarchy(buildGraph(nodeCount, edges), { maxCommunitySize: MAX_COMMUNITY_SIZE, seed: SEED });
}

/** Cut to what a preview can show. A person's definition counts more than a sentence, and has no place. */
function definitionOf(
  { definition, statedDefinition }: CorrectableEntity,
  documents: readonly GraphDocument[],
  positionOf: ReadonlyMap<string, number>,
): { readonly text: string; readonly place: Place | null } | null {
  if (statedDefinition !== undefined) return { text: statedDefinition, place: null };
  if (!definition) return null;
  const document = positionOf.get(definition.document) ?? 0;
  const { start } = definition;
  const end = Math.min(definition.end, start + MAX_DEFINITION);
  return { text: (documents[document]?.text ?? '').slice(start, end).toWellFormed(), place: { document, start, end } };
}
