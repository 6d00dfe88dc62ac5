import { GraphCorrection } from '@arbiter/contracts';
import { buildSnapshot } from '../src/snapshot/build-snapshot.js';
import type { GraphDocument } from '../src/snapshot/document-reading.js';
import { KnowledgeGraph } from '../src/world/knowledge-graph.js';
import { documentOf, logOf, SCHEMA, TOWN } from './towns.js';

/** A correction as it is written; absent lists are empty. */
export type Wanted = Readonly<Record<string, unknown>>;
export const numbered = (corrections: readonly unknown[]) =>
  corrections.map((correction, index) => ({ id: index + 1, correction: GraphCorrection.parse(correction) }));

/** The graph of documents with corrections whose entities have ids. */
export function corrected(corrections: readonly Wanted[], documents: readonly GraphDocument[] = TOWN, log = logOf()) {
  return new KnowledgeGraph(
    buildSnapshot(documents, {
      ...{ collection: 'town', schema: SCHEMA, version: 'v1', corrections: numbered(corrections) },
      changes: { entries: log.entries(), lastEvent: log.events.length },
    }),
  );
}

export const problemsOf = (graph: KnowledgeGraph) => (graph.snapshot.corrections ?? []).map(({ problem }) => problem);
export const related = (graph: KnowledgeGraph) => graph.relations.map(({ from, type, to }) => `${from} ${type} ${to}`);
/** What documents call an entity. */
export function mentionsOf(graph: KnowledgeGraph, documents: readonly GraphDocument[], id: string): string[] {
  const node = graph.nodeOf(id);
  return documents.flatMap(({ id: document, text }) =>
    graph
      .mentionsIn(document, 0, text.length)
      .filter((mention) => mention.node === node)
      .map(({ start, end }) => text.slice(start, end)),
  );
}

/** One person under three names, and two things of one. */
export const HARBOUR: readonly GraphDocument[] = [
  documentOf('person/torven-hale.md', 'Torven Hale', 'Torven Hale is a merchant who keeps the Salt House.'),
  documentOf('person/grey-torven.md', 'Grey Torven', 'Grey Torven is a fence. Grey Torven lives at Low Sedge.'),
  documentOf('place/salt-house.md', 'Salt House', 'The Salt House is a store.'),
  documentOf('place/low-sedge.md', 'Low Sedge', 'Low Sedge is a hamlet.'),
  documentOf('person/kestrel-vane.md', 'Kestrel Vane', 'Kestrel Vane is a pilot who lives at Low Sedge.', {
    metadata: { aliases: ['the Long Gull', 'Vane the Younger'] },
  }),
  documentOf('notes/wreck.md', 'The wreck', 'The Long Gull is a dredger. The Salt House is kept by the Long Gull.'),
];
