import type { RecordedEntry } from '@arbiter/changelog';
import type { GraphSchema } from '@arbiter/contracts';
import {
  type ExtractableDocument,
  type FoundRelations,
  mergeDocuments,
  RelationFinder,
  RULES_VERSION,
} from '@arbiter/extraction';
import type { CorrectableGraph } from '../corrections/correctable-graph.js';
import { changelogEntities } from './changelog-entities.js';
import type { DocumentWork, ListedDocument } from './document-reading.js';
import type { SnapshotDocument } from './graph-snapshot.js';

/** What a graph is read with. */
export interface ReadOptions {
  readonly schema: GraphSchema;
  /** The changelog at this time: its relations count for importance and communities. */
  readonly changes?: { readonly entries: readonly RecordedEntry[]; readonly lastEvent: number };
}

/** What was read out of a collection, before corrections. */
export interface ExtractedGraph extends CorrectableGraph {
  /** Ascending by id. */
  readonly documents: readonly ListedDocument[];
}

/**
 * Reads entities and relations. Sessions contribute entities and mentions; their relations come from the changelog, because a
 * session tells attempts and rumours as well.
 *
 * @param documents ascending by id, as `withPaths` gives them
 */
export function* readGraph(
  documents: readonly ListedDocument[],
  { schema, changes }: ReadOptions,
): DocumentWork<ExtractedGraph> {
  const merged = mergeDocuments(documents.map(({ reading }) => reading.extraction));
  const { entities } = merged;
  const finder = new RelationFinder(entities, schema);
  const found: FoundRelations[] = [];
  for (const [position, { path, reading }] of documents.entries()) {
    const basis = `${RULES_VERSION}\n${finder.basisOf(reading.words)}`;
    const read = (document: ExtractableDocument): FoundRelations => finder.find({ ...document, id: path });
    found.push(yield* reading.part('relations', position, basis, read));
  }
  const isSession = new Set(documents.filter(({ session }) => session !== null).map(({ path }) => path));
  return {
    entities: [...entities, ...(yield* changelogEntities(changes?.entries ?? [], entities, documents))],
    relations: finder
      .settle(found, merged.relations)
      .filter(({ evidence, isDoubtful }) => !isDoubtful && !isSession.has(evidence.document))
      .map(({ from, type, to, evidence }) => ({ from, type, to, evidence })),
    redirects: [],
    documents,
  };
}

/**
 * The documents ascending by path, each with one of its own: documents of two origins may have the same source. Ids depend on
 * the folder that a library was read from; by their order, the same documents would make another graph in another folder.
 *
 * @param documents in any order
 */
export function withPaths<D extends Pick<SnapshotDocument, 'id' | 'source'>>(
  documents: readonly D[],
): (D & { readonly path: string })[] {
  const seen = new Set<string>();
  const byId = documents.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const placed = byId.map((document) => {
    const { id, source } = document;
    const path = seen.has(source) ? `${id}/${source}` : source;
    seen.add(path);
    return { ...document, path };
  });
  return placed.sort((a, b) => (a.path < b.path ? -1 : 1));
}
