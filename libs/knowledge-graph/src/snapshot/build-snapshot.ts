import type { GraphSchema } from '@arbiter/contracts';
import { applyEntries, EntityIndex, type RecordedEntry, type Relation } from '@arbiter/changelog';
import { type ExtractableDocument, type ExtractedEntity, extractDocuments, NameIndex } from '@arbiter/extraction';
import { buildGraph, communityHierarchy, type CommunityLevel, type Edge } from '@arbiter/graph';
import { changelogEntities } from './changelog-entities.js';
import {
  type GraphSnapshot,
  type MentionRows,
  type Place,
  SNAPSHOT_FORMAT,
  type SnapshotDocument,
  type SnapshotEntity,
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

export interface BuildOptions {
  readonly collection: string;
  readonly schema: GraphSchema;
  /** As `versionOf` names the input. */
  readonly version: string;
  /** The changelog at this time: its relations count for importance and communities. */
  readonly changes?: { readonly entries: readonly RecordedEntry[]; readonly lastEvent: number };
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
 * Builds the graph of a collection: entities and relations by rules, importance, communities. Sessions contribute entities and
 * mentions; their relations come from the changelog, because a session tells attempts and rumours as well.
 *
 * @param documents in any order; the result does not depend on it
 */
export function buildSnapshot(documents: readonly GraphDocument[], options: BuildOptions): GraphSnapshot {
  const { collection, schema, version, changes = { entries: [], lastEvent: 0 } } = options;
  const sorted = documents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const paths = pathsOf(sorted);
  const positionOf = new Map(paths.map((path, position) => [path, position]));
  // Extraction reads the type of a thing from the folder of its document.
  const extraction = extractDocuments(
    sorted.map((document, position) => ({ ...document, id: paths[position] ?? document.id })),
    schema,
  );
  const all = [...extraction.entities, ...changelogEntities(changes.entries, extraction.entities, sorted, paths)];
  const nodeOf = new Map(all.map(({ id }, node) => [id, node]));
  const placeOf = ({ document, start, end }: { document: string; start: number; end: number }): Place => ({
    document: positionOf.get(document) ?? 0,
    start,
    end,
  });
  const relations = extraction.relations.flatMap(({ from, type, to, evidence, isDoubtful }): SnapshotRelation[] => {
    const [a, b] = [nodeOf.get(from), nodeOf.get(to)];
    const isOfSession = sorted[positionOf.get(evidence.document) ?? 0]?.session !== null;
    return isDoubtful || isOfSession || a === undefined || b === undefined
      ? []
      : [{ from: a, type, to: b, evidence: placeOf(evidence) }];
  });
  const mentions = mentionRows(all, sorted, paths);
  const current = relationsAfter(all, relations, changes.entries);
  const edges = edgesOf(current, mentions);
  const graph = buildGraph(all.length, edges);
  const importance = importanceOf(graph, SEED);
  const entities = all.map((entity, node): SnapshotEntity => {
    const defined = definitionOf(entity, sorted, positionOf);
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
    };
  });
  return {
    format: SNAPSHOT_FORMAT,
    collection,
    version,
    schema,
    changelogEvent: changes.lastEvent,
    changelogSession: changes.entries.at(-1)?.entry.session_id ?? null,
    documents: sorted.map(({ id, title, source, session }): SnapshotDocument => ({ id, title, source, session })),
    entities,
    relations,
    mentions,
    levels: levelsOf(all.length, edges),
  };
}

/**
 * Names what a snapshot is built from: equal versions need no second build.
 *
 * @param digest such as SHA-256, in lower-case hexadecimal digits
 */
export function versionOf(
  documents: readonly Pick<GraphDocument, 'id' | 'source' | 'contentHash'>[],
  { schema, lastEvent }: { readonly schema: GraphSchema; readonly lastEvent: number },
  digest: (text: string) => string,
): string {
  const facts = documents
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    // A moved document may describe a thing of another type, since its folder tells it.
    .map(({ id, source, contentHash }) => [id, source, contentHash]);
  return digest(JSON.stringify([SNAPSHOT_FORMAT, schema, lastEvent, facts])).slice(0, VERSION_DIGITS);
}

/** The path of each document: distinct, since documents of two origins may have the same. */
function pathsOf(documents: readonly GraphDocument[]): string[] {
  const seen = new Set<string>();
  return documents.map(({ id, source }) => {
    const path = seen.has(source) ? `${id}/${source}` : source;
    seen.add(path);
    return path;
  });
}

/** Every place where a document names an entity, also by a short name that the extraction did not read as one. */
function mentionRows(
  entities: readonly ExtractedEntity[],
  documents: readonly GraphDocument[],
  paths: readonly string[],
): MentionRows {
  const names = new NameIndex(entities);
  const nodeOf = new Map(entities.map((entity, node) => [entity, node]));
  const positionOf = new Map(paths.map((path, position) => [path, position]));
  const rows = new Map<string, readonly number[]>();
  const add = (node: number, document: number, start: number, end: number): void => {
    rows.set(`${document}:${start}:${node}`, [node, document, start, end]);
  };
  entities.forEach(({ evidence }, node) => {
    for (const { document, start, end } of evidence) add(node, positionOf.get(document) ?? 0, start, end);
  });
  documents.forEach(({ text }, position) => {
    for (const { entity, start, end } of names.find(text, 0, paths[position]))
      add(nodeOf.get(entity) ?? 0, position, start, end);
  });
  const sorted = [...rows.values()].sort(
    (a, b) => (a[1] ?? 0) - (b[1] ?? 0) || (a[2] ?? 0) - (b[2] ?? 0) || (a[0] ?? 0) - (b[0] ?? 0),
  );
  return Uint32Array.from(sorted.flat());
}

/** The relations that hold once the changelog has been applied, by position. Those of unknown entities are left out. */
function relationsAfter(
  entities: readonly ExtractedEntity[],
  relations: readonly SnapshotRelation[],
  entries: readonly RecordedEntry[],
): { from: number; to: number; type: string }[] {
  if (entries.length === 0) return [...relations];
  const known = entities.map(({ id, name, type, aliases }) => ({ id, name, type: type ?? '', aliases }));
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

/** Cut to what a preview can show. */
function definitionOf(
  { definition }: ExtractedEntity,
  documents: readonly GraphDocument[],
  positionOf: ReadonlyMap<string, number>,
): { readonly text: string; readonly place: Place } | null {
  if (!definition) return null;
  const document = positionOf.get(definition.document) ?? 0;
  const { start } = definition;
  const end = Math.min(definition.end, start + MAX_DEFINITION);
  return { text: (documents[document]?.text ?? '').slice(start, end).toWellFormed(), place: { document, start, end } };
}
