import { type ChangelogEntry, GraphSchema } from '@arbiter/contracts';
import { Changelog, parseChangelogEntry, type AsOf } from '@arbiter/changelog';
import { buildSnapshot } from '../src/snapshot/build-snapshot.js';
import type { GraphDocument } from '../src/snapshot/document-reading.js';
import { KnowledgeGraph } from '../src/world/knowledge-graph.js';
import { World, type WorldRules } from '../src/world/world.js';

export const SCHEMA = GraphSchema.parse({ entityTypes: ['person', 'place', 'organisation', 'machine'] });

/** A document of one paragraph. @param path its folder tells the type of the thing that it is about */
export function documentOf(
  path: string,
  title: string,
  text: string,
  more: Partial<GraphDocument> = {},
): GraphDocument {
  return {
    ...{ id: `id-${path}`, source: path, title, text, contentHash: text, session: null },
    ...{ sections: [], metadata: {}, blocks: [{ kind: 'paragraph', start: 0, end: text.length }] },
    ...more,
  };
}

/** A waterside town: a mill that a person keeps, its wheel, a guild, a bakery that the mill supplies, and an island apart. */
export const TOWN: readonly GraphDocument[] = [
  documentOf('place/grey-mill.md', 'Grey Mill', 'The Grey Mill is a mill by the river. It is kept by Orsolya Beck.'),
  documentOf('person/orsolya-beck.md', 'Orsolya Beck', 'Orsolya Beck is a miller. She is a member of the Weir Guild.'),
  documentOf('organisation/weir-guild.md', 'Weir Guild', 'The Weir Guild is an organisation. It is led by Anton Rask.'),
  documentOf('person/anton-rask.md', 'Anton Rask', 'Anton Rask is an engineer who lives at Low Sedge.'),
  documentOf(
    'machine/great-wheel.md',
    'Great Wheel',
    'The Great Wheel is a water wheel. It is located in the Grey Mill.',
  ),
  documentOf('place/low-sedge.md', 'Low Sedge', 'Low Sedge is a hamlet.'),
  documentOf('place/gull-rock.md', 'Gull Rock', 'Gull Rock is an island.'),
];

export function graphOf(documents: readonly GraphDocument[] = TOWN, schema = SCHEMA): KnowledgeGraph {
  return new KnowledgeGraph(buildSnapshot(documents, { collection: 'town', schema, version: 'v1' }));
}

export type Entry = Omit<Partial<ChangelogEntry>, 'session_id'> & { readonly session_id: number };

export function logOf(...entries: readonly Entry[]): Changelog {
  return entries.reduce((log, entry, at) => log.append(parseChangelogEntry(entry), at), Changelog.empty);
}

export function worldOf(
  graph: KnowledgeGraph,
  log: Changelog = Changelog.empty,
  asOf: AsOf = {},
  rules: WorldRules = {},
): World {
  return new World(graph, log.entries(asOf), rules);
}

/** An entry that gives an entity a status. */
export function statusIn(session: number, entity: string, status: string): Entry {
  return { session_id: session, entity_updates: [{ entity_id: entity, status }], relationship_updates: [] };
}
