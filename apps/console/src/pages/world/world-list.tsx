import type { ReactNode } from 'react';
import type { Atlas, NodeId } from './atlas.js';
import type { TypeMarks } from './entity-types.js';
import { TypeMark } from './type-mark.js';
import { inWords } from './words.js';

export interface WorldListProps {
  readonly atlas: Atlas;
  readonly marks: TypeMarks;
  readonly onActivate: (id: NodeId) => void;
}

/** What the map draws, as tables with the same actions. */
export function WorldList({ atlas, marks, onActivate }: WorldListProps) {
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
        rows={groups.map(({ id, name, size, hidden, isOpen }) => [
          name,
          size,
          size - hidden,
          <button
            key={id}
            type="button"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
            onClick={() => onActivate(id)}
          >
            {isOpen ? 'Close' : 'Open'}
          </button>,
        ])}
      />
      <Table
        caption="Things"
        columns={['Name', 'Type', 'Stands', 'Group', 'Relations', 'Not shown']}
        rows={entities.map(({ id, type, status, since, group, size, hidden }) => [
          link(id),
          <span key={id} className="row-type">
            <TypeMark type={type} marks={marks} /> {inWords(type)}
          </span>,
          `${status ?? ''}${since === null ? '' : ` since session ${since}`}`,
          group && nodes.get(group)?.name,
          size,
          hidden || '',
        ])}
      />
      <Table
        caption="Relations"
        columns={['From', 'Relation', 'To']}
        rows={related.map(({ from, to, types }) => [link(from), types.map(inWords).join(', '), link(to)])}
      />
    </div>
  );
}

function Table({
  caption,
  columns,
  rows,
}: {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}) {
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
              <td key={columns[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
