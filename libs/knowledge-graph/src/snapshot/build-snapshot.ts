import type { GraphSchema } from '@arbiter/contracts';
import { documentWords, extractCandidates, NameIndex, RULES_EXTRACTOR, RULES_VERSION } from '@arbiter/extraction';
import { type AppliedCorrections, applyCorrections } from '../corrections/apply-corrections.js';
import type { CorrectableDocument, CorrectableEntity, CorrectableGraph } from '../corrections/correctable-graph.js';
import type { NumberedCorrection } from '../corrections/correction-log.js';
import {
  DocumentReading,
  type DocumentWork,
  type GraphDocument,
  type ListedDocument,
  workOn,
} from './document-reading.js';
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
import { measureGraph } from './measure-graph.js';
import { type ExtractedGraph, readGraph, type ReadOptions, withPaths } from './read-graph.js';

export interface BuildOptions extends ReadOptions {
  readonly collection: string;
  /** As `versionOf` names the input. */
  readonly version: string;
  /** Absent where no language model was asked. */
  readonly extraction?: SnapshotExtraction | undefined;
  /** What people corrected, in its order. */
  readonly corrections?: readonly NumberedCorrection[];
}

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
  const corrected = applyCorrections(extracted, options.corrections ?? [], extracted.texts);
  return workOn(snapshotOf(extracted, corrected, options), extracted.texts);
}

/** Reads entities and relations of documents that are in memory, by rules. @param documents in any order */
export function extractGraph(
  documents: readonly GraphDocument[],
  options: ReadOptions,
): ExtractedGraph & { readonly texts: readonly (GraphDocument & CorrectableDocument)[] } {
  const texts = withPaths(documents);
  const listed = texts.map((text): ListedDocument => {
    const { id, title, source, session, groups, path } = text;
    const document = { ...text, id: path };
    const reading = new DocumentReading(
      '',
      extractCandidates(document, options.schema),
      documentWords(document),
      String,
    );
    return { id, title, source, session, ...(groups && { groups }), path, reading };
  });
  return { ...workOn(readGraph(listed, options), texts), texts };
}

/**
 * The graph that is stored: with mentions, importance and communities.
 *
 * @param options `former` may be the snapshot before it, which spares work where edges are the same
 */
export function* snapshotOf(
  { documents }: Pick<ExtractedGraph, 'documents'>,
  { graph: corrected, outcomes }: AppliedCorrections,
  {
    collection,
    schema,
    version,
    extraction,
    changes = { entries: [], lastEvent: 0 },
    former = null,
  }: Omit<BuildOptions, 'corrections'> & { readonly former?: GraphSnapshot | null },
): DocumentWork<GraphSnapshot> {
  const all = corrected.entities;
  const positionOf = new Map(documents.map(({ path }, position) => [path, position]));
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
  const mentions = yield* mentionRows(corrected, documents, positionOf);
  const isOfSameChanges = former?.changelogEvent === changes.lastEvent;
  const measured = { entities: all, relations, mentions, schema };
  const { importance, levels } = measureGraph(measured, changes.entries, isOfSameChanges ? former : null);
  const definitions = yield* definitionsOf(all, documents, positionOf);
  const entities = all.map((entity, node): SnapshotEntity => {
    const defined = definitions.get(entity);
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
    documents: documents.map(({ id, title, source, session, groups }): SnapshotDocument => ({
      ...{ id, title, source, session },
      ...(groups && { groups }),
    })),
    entities,
    relations,
    mentions,
    levels,
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
  documents: readonly (Pick<GraphDocument, 'id' | 'source' | 'contentHash' | 'groups'> & {
    readonly pipelineVersion?: number;
  })[],
  {
    schema,
    lastEvent,
    extractor = RULES_EXTRACTOR.name,
    failed = [],
    corrections = [],
  }: {
    readonly schema: GraphSchema;
    readonly lastEvent: number;
    readonly extractor?: string;
    /** What the extractor failed to do: a graph that lacks it is another one. */
    readonly failed?: readonly string[];
    readonly corrections?: readonly NumberedCorrection[];
  },
  digest: (text: string) => string,
): string {
  const facts = documents
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    // A moved document may describe a thing of another type, since its folder tells it.
    .map(({ id, source, contentHash, pipelineVersion = 0, groups }) => [
      ...[id, source, contentHash, pipelineVersion],
      ...(groups ? [groups] : []),
    ]);
  const parts = [
    SNAPSHOT_FORMAT,
    RULES_VERSION,
    extractor,
    schema,
    lastEvent,
    facts,
    ...(corrections.length > 0 ? [corrections] : []),
    ...(failed.length > 0 ? [{ failed }] : []),
  ];
  return digest(JSON.stringify(parts)).slice(0, VERSION_DIGITS);
}

/** Every place where a document names an entity, also by a short name that the extraction did not read as one. */
function* mentionRows(
  { entities, redirects }: CorrectableGraph,
  documents: readonly ListedDocument[],
  positionOf: ReadonlyMap<string, number>,
): DocumentWork<MentionRows> {
  const names = new NameIndex(entities);
  const reachable = names.reachable(({ id }) => id);
  const nodeOf = new Map(entities.map(({ id }, node) => [id, node]));
  const redirected = new Map(redirects.map(({ from, document, to }) => [`${from}\n${document}`, to]));
  // Of each document by start and node: who names an entity twice at one place names it once.
  const rows = documents.map(() => new Map<number, readonly [node: number, start: number, end: number]>());
  const add = (id: string, path: string, start: number, end: number): void => {
    const node = nodeOf.get((redirects.length > 0 ? redirected.get(`${id}\n${path}`) : undefined) ?? id);
    if (node !== undefined) rows[positionOf.get(path) ?? -1]?.set(start * entities.length + node, [node, start, end]);
  };
  for (const { id, evidence } of entities)
    for (const { document, start, end } of evidence) add(id, document, start, end);
  for (const [position, { path, reading }] of documents.entries()) {
    const basis = `${RULES_VERSION}\n${reachable.of(reading.words)}`;
    const named = yield* reading.part('mentions', position, basis, ({ text }) =>
      names.find(text, 0, path).map(({ entity, start, end }) => [entity.id, start, end] as const),
    );
    for (const [id, start, end] of named) add(id, path, start, end);
  }
  return Uint32Array.from(
    rows.flatMap((ofDocument, document) =>
      [...ofDocument].sort(([a], [b]) => a - b).flatMap(([, [node, start, end]]) => [node, document, start, end]),
    ),
  );
}

interface ShownDefinition {
  readonly text: string;
  /** A person's definition has none. */
  readonly place: Place | null;
}

/** Cut to what a preview can show. A person's definition counts more than a sentence. */
function* definitionsOf(
  entities: readonly CorrectableEntity[],
  documents: readonly ListedDocument[],
  positionOf: ReadonlyMap<string, number>,
): DocumentWork<ReadonlyMap<CorrectableEntity, ShownDefinition>> {
  const shown = new Map<CorrectableEntity, ShownDefinition>();
  const wanted = documents.map((): { readonly entity: CorrectableEntity; readonly place: Place }[] => []);
  for (const entity of entities) {
    const { definition, statedDefinition } = entity;
    if (statedDefinition !== undefined) shown.set(entity, { text: statedDefinition, place: null });
    else if (definition) {
      const { start } = definition;
      const document = positionOf.get(definition.document) ?? 0;
      const place = { document, start, end: Math.min(definition.end, start + MAX_DEFINITION) };
      wanted[document]?.push({ entity, place });
    }
  }
  for (const [position, { reading }] of documents.entries()) {
    const defined = wanted[position] ?? [];
    if (defined.length === 0) continue;
    const places = defined.map(({ place: { start, end } }) => [start, end] as const);
    const texts = yield* reading.part('definitions', position, JSON.stringify(places), ({ text }) =>
      places.map(([start, end]) => text.slice(start, end).toWellFormed()),
    );
    for (const [at, { entity, place }] of defined.entries()) shown.set(entity, { text: texts[at] ?? '', place });
  }
  return shown;
}
