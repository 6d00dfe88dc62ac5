import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Atlas, NodeId } from './atlas.js';
import { type Arrow, Chart } from './chart.js';
import type { TypeMarks } from './entity-types.js';
import { counted, described } from './words.js';

export interface DrawingProps {
  readonly atlas: Atlas;
  readonly marks: TypeMarks;
  /** The thing that is brought into view. */
  readonly focus: NodeId | null;
  readonly onActivate: (id: NodeId) => void;
  /** The Escape key. */
  readonly onBack: () => void;
}

const ARROWS: ReadonlySet<string> = new Set<Arrow>(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

/** The map as a drawing. Keys move on it, and what they are on is said; the list view tells the same in tables. */
export function Drawing({ atlas, marks, focus, onActivate, onBack }: DrawingProps) {
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart>(null);
  const activate = useRef(onActivate);
  activate.current = onActivate;
  const [cursor, setCursor] = useState<NodeId | null>(null);

  useEffect(() => {
    if (!container.current) return;
    const made = new Chart(container.current, { onActivate: (id) => activate.current(id), onCursor: setCursor });
    chart.current = made;
    const restyle = (): void => made.restyle();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', restyle);
    const chosen = new MutationObserver(restyle);
    chosen.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
    return () => {
      scheme.removeEventListener('change', restyle);
      chosen.disconnect();
      made.end();
    };
  }, []);
  useEffect(() => void chart.current?.draw(atlas, marks, focus), [atlas, marks, focus]);
  useEffect(() => {
    if (focus !== null) chart.current?.moveTo(focus);
  }, [focus]);

  const listen = (event: KeyboardEvent): void => {
    const made = chart.current;
    if (!made || event.ctrlKey || event.metaKey || event.altKey) return;
    if (ARROWS.has(event.key)) made.step(event.key as Arrow);
    else if (event.key === 'Enter' || event.key === ' ') made.activate();
    else if (event.key === 'Escape') onBack();
    else if (event.key === '+') made.zoom(1);
    else if (event.key === '-') made.zoom(-1);
    else if (event.key === '0') made.fit();
    else return;
    event.preventDefault();
  };
  const groups = atlas.nodes.filter(({ id }) => id.startsWith('c:')).length;
  const entities = atlas.nodes.length - groups;
  const things = counted(groups, 'group') + (entities > 0 ? ` and ${counted(entities, 'thing')}` : '');
  const at = atlas.nodes.find(({ id }) => id === cursor);
  return (
    <div className="drawing" data-nodes={atlas.nodes.length} data-edges={atlas.edges.length}>
      <div
        ref={container}
        className="canvas"
        role="application"
        aria-label={`Map with ${things}. Arrow keys move, Enter opens, Escape goes back. The list shows the same.`}
        tabIndex={0}
        onKeyDown={listen}
      />
      <p className="visually-hidden" aria-live="polite">
        {at ? described(at) : ''}
      </p>
      <p className="counts small soft">
        {things} drawn
        {atlas.leftOut > 0 && `, ${atlas.leftOut.toLocaleString('en')} more not drawn`}
      </p>
      <div className="zoom">
        <button type="button" aria-label="Closer" title="Closer (+)" onClick={() => chart.current?.zoom(1)}>
          +
        </button>
        <button type="button" aria-label="Farther" title="Farther (−)" onClick={() => chart.current?.zoom(-1)}>
          −
        </button>
        <button type="button" aria-label="Show all" title="Show all (0)" onClick={() => chart.current?.fit()}>
          ⤢
        </button>
      </div>
    </div>
  );
}
