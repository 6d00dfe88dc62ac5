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
  const groups = atlas.nodes.filter(({ id }) => id.startsWith('c:'));
  const entities = atlas.nodes.filter(({ id }) => id.startsWith('e:'));
  const related = atlas.edges.filter(({ types }) => types.length > 0);
  const link = (id: NodeId) => (
    <button type="button" className="link" onClick={() => onActivate(id)}>
      {nodes.get(id)?.name}
    </button>
  );
  return (
    <div className="lists stack">
      <table>
        <caption>Groups</caption>
        <thead>
          <tr>
            {['Group', 'Members', 'Shown', ''].map((name) => (
              <th key={name} scope="col">
                {name || <span className="visually-hidden">Open or close</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ id, name, size, hidden, isOpen }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{size}</td>
              <td>{size - hidden}</td>
              <td>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
                  onClick={() => onActivate(id)}
                >
                  {isOpen ? 'Close' : 'Open'}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {entities.length > 0 && (
        <table>
          <caption>Things</caption>
          <thead>
            <tr>
              {['Name', 'Type', 'Stands', 'Group', 'Relations', 'Not shown'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entities.map(({ id, type, status, since, group, size, hidden }) => (
              <tr key={id}>
                <th scope="row">{link(id)}</th>
                <td>
                  <TypeMark type={type} marks={marks} /> {inWords(type)}
                </td>
                <td>
                  {status}
                  {since !== null && <span className="small soft"> since session {since}</span>}
                </td>
                <td>{group && nodes.get(group)?.name}</td>
                <td>{size}</td>
                <td>{hidden || ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {related.length > 0 && (
        <table>
          <caption>Relations</caption>
          <tbody>
            {related.map(({ id, from, to, types }) => (
              <tr key={id}>
                <td>{link(from)}</td>
                <td>{types.map(inWords).join(', ')}</td>
                <td>{link(to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
