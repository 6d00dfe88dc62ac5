import { Table } from '../../parts/table.js';
import type { Atlas, NodeId } from './atlas.js';
import { TypeMark } from './type-mark.js';
import { inWords, standingOf } from './words.js';

export interface WorldListProps {
  readonly atlas: Atlas;
  readonly onActivate: (id: NodeId) => void;
}

/** What the map draws, as tables with the same actions. */
export function WorldList({ atlas, onActivate }: WorldListProps) {
  const nodes = new Map(atlas.nodes.map((node) => [node.id, node]));
  const link = (id: NodeId) => (
    <button type="button" className="link" onClick={() => onActivate(id)}>
      {nodes.get(id)?.name}
    </button>
  );
  const groups = atlas.nodes.filter(({ id }) => id.startsWith('c:'));
  const entities = atlas.nodes.filter(({ id }) => id.startsWith('e:'));
  const related = atlas.edges.filter(({ types }) => types.length > 0);
  const tables = [
    {
      label: 'Groups',
      columns: ['Group', 'Members', 'Shown', 'Opened'],
      rows: groups.map(({ id, name, size, hidden, isOpen }) => {
        const action = isOpen ? 'Close' : 'Open';
        const label = `${action} ${name}`;
        const button = (
          <button type="button" aria-expanded={isOpen} aria-label={label} onClick={() => onActivate(id)}>
            {action}
          </button>
        );
        return [name, size, size - hidden, button];
      }),
    },
    {
      label: 'Things',
      columns: ['Name', 'Type', 'Stands', 'Group', 'Relations', 'Not shown'],
      rows: entities.map((node) => {
        const { id, type, group, size, hidden } = node;
        const kind = (
          <>
            <TypeMark type={type} /> {inWords(type)}
          </>
        );
        return [link(id), kind, standingOf(node), group && nodes.get(group)?.name, size, hidden || ''];
      }),
    },
    {
      label: 'Relations',
      columns: ['From', 'Relation', 'To'],
      rows: related.map(({ from, to, types }) => [link(from), types.map(inWords).join(', '), link(to)]),
    },
  ];
  return (
    <div className="lists stack">
      {tables
        .filter(({ rows }) => rows.length > 0)
        .map((table) => (
          <section key={table.label}>
            <h3>{table.label}</h3>
            <Table {...table} />
          </section>
        ))}
    </div>
  );
}
