import cytoscape, { type Core, type NodeSingular } from 'cytoscape';
import { type Arrow, type Atlas, neighbourTowards, type NodeId, type Point } from './atlas.js';
import { chartStyle } from './chart-style.js';
import type { TypeMarks } from './entity-types.js';
import { elementsOf, GROUP_LABEL_WIDTH, type LayoutInput, type Positions } from './layout.js';

const MOVE_MS = 260;
const ZOOM_STEP = 1.3;
/** Room around what is shown, in pixels. */
const MARGIN = 44;
const MOST_LABEL_SCALE = 2.5;
/** Labels change their size by quarters, not with every frame of a zoom. */
const LABEL_STEPS = 4;
const REGION_LABEL_WIDTH = 240;

function moveMs(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE_MS;
}

/** Documented of collections, and missing in their types. */
interface Placeable {
  boundingBoxAt(at: (node: NodeSingular) => Point): object;
}

/** A map on a canvas. It is told what to draw, and says what was clicked or tapped. */
export class Chart {
  /** Public for measurements alone. */
  readonly core: Core;
  private worker: Worker | null = null;
  private edges: Atlas['edges'] = [];
  private labelScale = 1;

  constructor(
    private readonly container: HTMLElement,
    onTap: (id: NodeId) => void,
  ) {
    const limits = { minZoom: 0.05, maxZoom: 1.6, boxSelectionEnabled: false, autounselectify: true };
    this.core = cytoscape({ container, ...limits });
    this.core.on('tap', 'node', ({ target }) => onTap((target as NodeSingular).id() as NodeId));
    this.core.on('mouseover mouseout', 'node', ({ type }) => {
      container.style.cursor = type === 'mouseover' ? 'pointer' : '';
    });
    this.core.on('zoom', () => this.scaleLabels());
    this.restyle();
  }

  /** Colours changed: those of the page are read again. */
  restyle(): void {
    this.core.style(chartStyle(this.container));
  }

  /**
   * Draws what is new where it begins, and lays out in a worker, so that the page stays quick. Of several layouts the last counts;
   * without one all stays where it began.
   *
   * @param focus what is brought into view with its neighbours; null: all
   */
  draw(atlas: Atlas, marks: TypeMarks, focus: NodeId | null): void {
    this.worker?.terminate();
    this.edges = atlas.edges;
    const before = this.positions();
    const elements = elementsOf(atlas, marks, before);
    this.core.json({ elements });
    this.labelScale = 0;
    this.scaleLabels();
    if (before.size === atlas.nodes.length && atlas.nodes.every(({ id }) => before.has(id))) {
      this.show(focus);
      return;
    }
    const input: LayoutInput = { elements, isNew: before.size === 0 };
    this.worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = ({ data }: MessageEvent<Positions>) => {
      const duration = input.isNew ? 0 : moveMs();
      for (const node of this.core.nodes(':childless').toArray()) {
        const position = data.get(node.id() as NodeId);
        if (position) node.animate({ position: { ...position } }, { duration });
      }
      this.show(focus, duration, data);
    };
    this.worker.postMessage(input);
  }

  /** Brings a thing and its neighbours into view, at the places where they will be; null: all. */
  show(focus: NodeId | null, duration = moveMs(), positions: Positions = new Map()): void {
    const node = focus === null ? this.core.collection() : this.core.getElementById(focus);
    const inside = node.nonempty() && node.isParent() ? node.descendants() : node.closedNeighborhood().nodes();
    const shown = (node.empty() ? this.core.nodes() : inside).filter(':childless');
    if (shown.empty()) return;
    const box = (shown as unknown as Placeable).boundingBoxAt(
      (each) => positions.get(each.id() as NodeId) ?? each.position(),
    );
    this.core.stop(true);
    this.core.animate({ fit: { boundingBox: box, padding: MARGIN } as never }, { duration });
  }

  zoom(direction: 1 | -1): void {
    const { width, height } = this.container.getBoundingClientRect();
    const level = this.core.zoom() * ZOOM_STEP ** direction;
    this.core.zoom({ level, renderedPosition: { x: width / 2, y: height / 2 } });
  }

  /** What lies where an arrow points, brought into view; without a start the first thing; the start where nothing lies there. */
  step(from: NodeId | null, arrow: Arrow): NodeId | null {
    const next = neighbourTowards(from, arrow, this.positions(), this.edges);
    if (next === null) return from;
    const node = this.core.getElementById(next);
    const { x, y } = node.renderedPosition();
    if (x < 0 || y < 0 || x > this.core.width() || y > this.core.height()) this.core.center(node);
    return next;
  }

  /** Marks the thing that the keys are on, and what is near it. */
  mark(id: NodeId | null): void {
    this.core.elements('.cursor, .near').removeClass('cursor near');
    if (id !== null) this.core.getElementById(id).addClass('cursor').closedNeighborhood().addClass('near');
  }

  end(): void {
    this.worker?.terminate();
    this.core.destroy();
  }

  /** Far away labels shrink less than the map: those of groups stay legible, of entities the important ones. */
  private scaleLabels(): void {
    const far = Math.min(MOST_LABEL_SCALE, Math.max(1, 1 / this.core.zoom()));
    const scale = Math.round(far * LABEL_STEPS) / LABEL_STEPS;
    if (scale === this.labelScale) return;
    this.labelScale = scale;
    this.core.batch(() => {
      for (const node of this.core.nodes().toArray()) {
        const isGroup = node.data('kind') === 'group';
        node.data('font', (node.data('near') as number) * (isGroup ? scale : Math.sqrt(scale)));
        if (isGroup) node.data('wrap', (node.isParent() ? REGION_LABEL_WIDTH : GROUP_LABEL_WIDTH) * scale);
      }
    });
  }

  private positions(): Map<NodeId, Point> {
    return new Map(this.core.nodes().map((node) => [node.id() as NodeId, { ...node.position() }]));
  }
}
