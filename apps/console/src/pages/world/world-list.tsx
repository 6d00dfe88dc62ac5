import type { ReactNode } from 'react';
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
  return (
    <div className="lists stack">
      <Table
        caption="Groups"
        columns={['Group', 'Members', 'Shown', 'Opened']}
        rows={groups.map(({ id, name, size, hidden, isOpen }) => {
          const action = isOpen ? 'Close' : 'Open';
          const label = `${action} ${name}`;
          const button = (
            <button type="button" aria-expanded={isOpen} aria-label={label} onClick={() => onActivate(id)}>
              {action}
            </button>
          );
          return [name, size, size - hidden, button];
        })}
      />
      <Table
        caption="Things"
        columns={['Name', 'Type', 'Stands', 'Group', 'Relations', 'Not shown']}
        rows={entities.map((node) => {
          const { id, type, group, size, hidden } = node;
          const kind = (
            <>
              <TypeMark type={type} /> {inWords(type)}
            </>
          );
          return [link(id), kind, standingOf(node), group && nodes.get(group)?.name, size, hidden || ''];
        })}
      />
      <Table
        caption="Relations"
        columns={['From', 'Relation', 'To']}
        rows={related.map(({ from, to, types }) => [link(from), types.map(inWords).join(', '), link(to)])}
      />
    </div>
  );
}

interface TableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}

function Table({ caption, columns, rows }: TableProps) {
  if (rows.length === 0) return null;
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
