import '../../../styles/tokens.css';
import '../../../styles/base.css';
import type { AtlasEdge, AtlasNode, NodeId, Point } from '../atlas.js';
import { Chart } from '../chart.js';
import { marksOf } from '../entity-types.js';
import type { LayoutInput } from '../layout.js';

/** A page with far more things on a map than the console draws, for measuring frames. It is no part of the console. */
const THINGS = 2_000;
const RELATIONS = 5_000;
const GROUPS = 40;
const TYPES = ['person', 'place', 'faction', 'event', 'item', 'ship', 'law'];

/** Lehmer's generator: the same map each time. */
let state = 7;
function random(): number {
  state = (state * 48_271) % 2_147_483_647;
  return state / 2_147_483_647;
}

/** Groups on a grid, their members on grids in them: the real layout is made for 300 things. */
class GridWorker {
  onmessage: ((event: { readonly data: ReadonlyMap<NodeId, Point> }) => void) | null = null;
  postMessage({ elements }: LayoutInput): void {
    const places = elements.nodes.map(({ data: { id } }, number): [NodeId, Point] => {
      const [group, member] = [number % GROUPS, Math.floor(number / GROUPS)];
      const x = (group % 8) * 800 + (member % 7) * 100;
      return [id, { x, y: Math.floor(group / 8) * 900 + Math.floor(member / 7) * 110 }];
    });
    setTimeout(() => this.onmessage?.({ data: new Map(places) }));
  }
  terminate(): void {
    // Nothing runs.
  }
}
Object.assign(globalThis, { Worker: GridWorker });

const COMMON = { availability: 'unknown', status: null, since: null, size: 5, hidden: 0, isOpen: true } as const;
const groups = Array.from({ length: GROUPS }, (_, number): AtlasNode => {
  return { ...COMMON, id: `c:${number}`, name: `Group ${number}`, type: '', weight: random(), group: null };
});
const entities = Array.from({ length: THINGS - GROUPS }, (_, number): AtlasNode => {
  const [type, group] = [TYPES[number % TYPES.length] ?? '', `c:${number % GROUPS}` as const];
  return { ...COMMON, id: `e:${number}`, name: `Entity number ${number}`, type, weight: random() ** 3, group };
});
const edges = Array.from({ length: RELATIONS }, (_, number): AtlasEdge => {
  const from = Math.floor(random() * entities.length);
  const near = (from + GROUPS * (1 + Math.floor(random() * 20))) % entities.length;
  const to = random() < 0.7 ? near : (from + 1 + Math.floor(random() * (entities.length - 1))) % entities.length;
  return { id: `${number}`, from: `e:${from}`, to: `e:${to}`, types: ['knows'], weight: 1, isDirected: true };
});

function show(map: HTMLElement): void {
  map.style.cssText = 'position: absolute; inset: 0';
  const chart = new Chart(map, () => undefined);
  chart.core.on('render', () => performance.mark('drawn'));
  const marks = marksOf(Object.fromEntries(TYPES.map((type) => [type, 1])));
  chart.draw({ nodes: [...groups, ...entities], edges, leftOut: 0 }, marks, null);
  // Behind the worker's answer.
  setTimeout(() => (document.title = `${chart.core.nodes().length} things, ${chart.core.edges().length} relations`));
}

const map = document.getElementById('map');
// It takes seconds: whoever opened the page waits for the title.
if (map) addEventListener('load', () => setTimeout(() => show(map)));
