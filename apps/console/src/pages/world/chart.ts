import cytoscape, { type Core, type ElementDefinition, type NodeSingular } from 'cytoscape';
import {
  type Arrow,
  type Atlas,
  type AtlasEdge,
  type AtlasNode,
  neighbourTowards,
  type NodeId,
  type Point,
} from './atlas.js';
import { chartStyle } from './chart-style.js';
import { markOf, type TypeMarks } from './entity-types.js';
import { diameterOf, fontOf, LABEL_WIDTH, layoutInput, type Positions } from './layout.js';
import { inWords, labelOf } from './words.js';

export interface ChartEvents {
  /** A click, a tap or the Enter key on a thing. */
  onActivate(id: NodeId): void;
  /** The thing that the keys are on. */
  onCursor(id: NodeId): void;
}

const MOVE_MS = 260;
const ZOOM_STEP = 1.3;
/** Room around what is shown, in pixels. */
const MARGIN = 44;
const MOST_LABEL_SCALE = 2.5;
/** Labels change their size by quarters, not with every frame of a zoom. */
const LABEL_STEPS = 4;
const GROUP_LABEL_WIDTH = 92;
const REGION_LABEL_WIDTH = 240;

function moveMs(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE_MS;
}

/** Documented of collections, and missing in their types. */
interface Placeable {
  boundingBoxAt(at: (node: NodeSingular) => Point): object;
}

/** A map on a canvas. It is told what to draw, and says what was chosen. */
export class Chart {
  /** Public for measurements alone. */
  readonly core: Core;
  private worker: Worker | null = null;
  private edges: Atlas['edges'] = [];
  private cursor: NodeId | null = null;
  private labelScale = 1;

  constructor(
    private readonly container: HTMLElement,
    private readonly events: ChartEvents,
  ) {
    const limits = { minZoom: 0.05, maxZoom: 1.6, boxSelectionEnabled: false, autounselectify: true };
    this.core = cytoscape({ container, ...limits });
    this.core.on('tap', 'node', ({ target }) => {
      const id = (target as NodeSingular).id() as NodeId;
      this.moveTo(id);
      this.events.onActivate(id);
    });
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
  draw({ nodes, edges, ...rest }: Atlas, marks: TypeMarks, focus: NodeId | null): void {
    this.worker?.terminate();
    this.edges = edges;
    const before = this.positions();
    const input = layoutInput({ nodes, edges, ...rest }, before);
    this.core.json({
      elements: {
        nodes: nodes.map((node, number) => {
          const { at } = input.nodes[number] ?? {};
          return { data: dataOf(node, marks), ...(at && !before.has(node.id) && { position: { ...at } }) };
        }),
        edges: edges.map((edge) => ({ data: edgeData(edge) })),
      },
    });
    if (this.cursor !== null && !nodes.some(({ id }) => id === this.cursor)) this.cursor = null;
    this.labelScale = 0;
    this.scaleLabels();
    this.mark();
    if (before.size === nodes.length && nodes.every(({ id }) => before.has(id))) {
      this.show(focus);
      return;
    }
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

  /** Moves the keys' place, and says where it is; without one to the first thing. */
  step(arrow: Arrow): void {
    const next = neighbourTowards(this.cursor, arrow, this.positions(), this.edges);
    if (next === null) return;
    this.moveTo(next);
    const node = this.core.getElementById(next);
    const { x, y } = node.renderedPosition();
    if (x < 0 || y < 0 || x > this.core.width() || y > this.core.height()) this.core.center(node);
  }

  activate(): void {
    if (this.cursor !== null) this.events.onActivate(this.cursor);
  }

  moveTo(id: NodeId | null): void {
    if (id === this.cursor) return;
    this.cursor = id;
    this.mark();
    if (id !== null) this.events.onCursor(id);
  }

  end(): void {
    this.worker?.terminate();
    this.core.destroy();
  }

  private mark(): void {
    this.core.elements('.cursor, .near').removeClass('cursor near');
    if (this.cursor === null) return;
    const node = this.core.getElementById(this.cursor);
    node.addClass('cursor').closedNeighborhood().addClass('near');
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

function dataOf(node: AtlasNode, marks: TypeMarks): ElementDefinition['data'] {
  const isGroup = node.id.startsWith('c:');
  return {
    id: node.id,
    kind: isGroup ? 'group' : 'entity',
    label: labelOf(node),
    diameter: diameterOf(node),
    near: fontOf(node),
    font: fontOf(node),
    wrap: isGroup ? GROUP_LABEL_WIDTH : LABEL_WIDTH,
    mark: isGroup ? -1 : markOf(node.type, marks),
    standing: node.availability,
    ...(node.group !== null && { parent: node.group }),
  };
}

function edgeData(edge: AtlasEdge): ElementDefinition['data'] {
  return {
    id: edge.id,
    source: edge.from,
    target: edge.to,
    label: edge.types.map(inWords).join(', '),
    width: edge.types.length === 0 ? Math.min(10, 1 + Math.sqrt(edge.weight)) : 1.2,
    directed: edge.isDirected && edge.types.length > 0 ? 1 : 0,
  };
}
