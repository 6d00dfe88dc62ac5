import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { counted } from '../../parts/counted.js';
import { type Atlas, isArrow, type NodeId } from './atlas.js';
import { Chart } from './chart.js';
import { useWorld } from './use-world.js';
import { described } from './words.js';

export interface DrawingProps {
  readonly atlas: Atlas;
  /** The thing that is brought into view. */
  readonly focus: NodeId | null;
  readonly onActivate: (id: NodeId) => void;
  /** The Escape key. */
  readonly onBack: () => void;
}

/** What the chart can be told by keys, and by buttons. */
const VIEWS = [
  { key: '+', sign: '+', name: 'Closer', see: (chart: Chart) => chart.zoom(1) },
  { key: '-', sign: '−', name: 'Farther', see: (chart: Chart) => chart.zoom(-1) },
  { key: '0', sign: '⤢', name: 'Show all', see: (chart: Chart) => chart.show(null) },
];

/** The map as a drawing. Keys move on it, and what they are on is said; the list view tells the same in tables. */
export function Drawing({ atlas, focus, onActivate, onBack }: DrawingProps) {
  const { marks } = useWorld();
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart>(null);
  const [cursor, setCursor] = useState<NodeId | null>(null);
  const tap = useRef(onActivate);
  tap.current = (id) => {
    setCursor(id);
    onActivate(id);
  };

  useEffect(() => {
    if (!container.current) return;
    const made = new Chart(container.current, (id) => tap.current(id));
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
  useEffect(() => chart.current?.draw(atlas, marks, focus), [atlas, marks, focus]);
  useEffect(() => {
    if (focus !== null) setCursor(focus);
  }, [focus]);
  const at = atlas.nodes.find(({ id }) => id === cursor);
  useEffect(() => chart.current?.mark(at?.id ?? null), [at]);

  const listen = (event: KeyboardEvent): void => {
    const made = chart.current;
    if (!made || event.ctrlKey || event.metaKey || event.altKey) return;
    const view = VIEWS.find(({ key }) => key === event.key);
    if (view) view.see(made);
    else if (isArrow(event.key)) setCursor(made.step(at?.id ?? null, event.key));
    else if (event.key === 'Escape') onBack();
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    else if (at) onActivate(at.id);
    event.preventDefault();
  };
  const groups = atlas.nodes.filter(({ id }) => id.startsWith('c:')).length;
  const entities = atlas.nodes.length - groups;
  const things = counted(groups, 'group') + (entities > 0 ? ` and ${counted(entities, 'thing')}` : '');
  return (
    <div className="drawing" data-nodes={atlas.nodes.length}>
      <div
        ref={container}
        className="canvas"
        role="application"
        aria-label={`Map with ${things}. Arrow keys move, Enter opens, Escape goes back. The list shows the same.`}
        tabIndex={0}
        onKeyDown={listen}
      />
      <p className="visually-hidden" aria-live="polite">
        {at && described(at)}
      </p>
      <p className="counts small soft">
        {things} drawn
        {atlas.leftOut > 0 && `, ${atlas.leftOut.toLocaleString('en')} more not drawn`}
      </p>
      <div className="zoom">
        {VIEWS.map(({ key, sign, name, see }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={`${name} (${key})`}
            onClick={() => chart.current && see(chart.current)}
          >
            {sign}
          </button>
        ))}
      </div>
    </div>
  );
}
