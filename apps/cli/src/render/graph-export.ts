import type { EntityPreview, ListedRelation } from './render-graph.js';

/** The graph of a collection at a time, whole. */
export interface ExportedGraph {
  readonly collection: string;
  readonly entities: readonly EntityPreview[];
  readonly relations: readonly ListedRelation[];
}

type Value = string | number | null;
type Attribute<T> = readonly [name: string, type: 'string' | 'int' | 'double', of: (subject: T) => Value];

const NODE_ATTRIBUTES: readonly Attribute<EntityPreview>[] = [
  ['name', 'string', ({ name }) => name],
  ['type', 'string', ({ type }) => type],
  ['aliases', 'string', ({ aliases }) => (aliases.length === 0 ? null : aliases.join('; '))],
  ['status', 'string', ({ status }) => status],
  ['availability', 'string', ({ availability }) => availability],
  ['since', 'int', ({ since }) => since],
  ['reason', 'string', ({ reason }) => reason],
  ['definition', 'string', ({ definition }) => definition],
  ['importance', 'double', ({ importance }) => importance],
];
const EDGE_ATTRIBUTES: readonly Attribute<ListedRelation>[] = [
  ['type', 'string', ({ type }) => type],
  ['since', 'int', ({ since }) => since],
];

/**
 * Writes a graph as GraphML (http://graphml.graphdrawing.org/specification.html), which NetworkX, yEd and Gephi read. A value that
 * is not known has no element.
 */
export function renderGraphml({ collection, entities, relations }: ExportedGraph): string {
  const keys = [
    ...NODE_ATTRIBUTES.map(([name, type]) => keyOf('node', name, type)),
    ...EDGE_ATTRIBUTES.map(([name, type]) => keyOf('edge', name, type)),
  ];
  const nodes = entities.map(
    (entity) => `    <node id="${escaped(entity.id)}">${dataOf('node', entity, NODE_ATTRIBUTES)}</node>`,
  );
  const edges = relations.map(
    (relation, at) =>
      `    <edge id="e${at}" source="${escaped(relation.from)}" target="${escaped(relation.to)}">` +
      `${dataOf('edge', relation, EDGE_ATTRIBUTES)}</edge>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys,
    `  <graph id="${escaped(collection)}" edgedefault="directed">`,
    ...nodes,
    ...edges,
    '  </graph>',
    '</graphml>',
    '',
  ].join('\n');
}

function keyOf(domain: 'node' | 'edge', name: string, type: string): string {
  return `  <key id="${domain}-${name}" for="${domain}" attr.name="${name}" attr.type="${type}"/>`;
}

function dataOf<T>(domain: 'node' | 'edge', subject: T, attributes: readonly Attribute<T>[]): string {
  return attributes
    .map(([name, , of]) => [name, of(subject)] as const)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `<data key="${domain}-${name}">${escaped(String(value))}</data>`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 cannot hold, not even escaped. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_XML, '\uFFFD')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
