import cytoscape, { type Core, type ElementDefinition } from 'cytoscape';
import { type Atlas, type AtlasEdge, type AtlasNode, neighbourTowards, type NodeId, type Point } from './atlas.js';
import { chartStyle } from './chart-style.js';
import { markOf, type TypeMarks } from './entity-types.js';
import { diameterOf, fontOf, LABEL_WIDTH, layoutInput, Layouts, type Positions } from './layout.js';
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

export type Arrow = Parameters<typeof neighbourTowards>[1];

/** Documented of collections, and missing in their types. */
interface Placeable {
  boundingBoxAt(at: (node: cytoscape.NodeSingular) => Point): object;
}

/** A map on a canvas. It is told what to draw, and says what was chosen. */
export class Chart {
  private readonly cy: Core;
  private readonly layouts = new Layouts();
  private atlas: Atlas = { nodes: [], edges: [], leftOut: 0 };
  private cursor: NodeId | null = null;
  private labelScale = 1;

  constructor(
    private readonly container: HTMLElement,
    private readonly events: ChartEvents,
  ) {
    this.cy = cytoscape({
      container,
      minZoom: 0.05,
      maxZoom: 1.6,
      boxSelectionEnabled: false,
      autounselectify: true,
    });
    this.cy.on('tap', 'node', ({ target }) => {
      const id = (target as cytoscape.NodeSingular).id() as NodeId;
      this.moveTo(id);
      this.events.onActivate(id);
    });
    this.cy.on('mouseover mouseout', 'node', ({ type }) => {
      container.style.cursor = type === 'mouseover' ? 'pointer' : '';
    });
    this.cy.on('zoom', () => this.scaleLabels());
    this.restyle();
  }

  /** Colours changed: those of the page are read again. */
  restyle(): void {
    this.cy.style(chartStyle(this.container));
  }

  /** @param focus what is brought into view with its neighbours; null: all */
  async draw(atlas: Atlas, marks: TypeMarks, focus: NodeId | null): Promise<void> {
    this.atlas = atlas;
    const before = this.positions();
    const input = layoutInput(atlas, before);
    const wanted = new Set<string>([...atlas.nodes, ...atlas.edges].map(({ id }) => id));
    const places = new Map(input.nodes.map(({ id, at }) => [id, at]));
    this.cy.batch(() => {
      this.cy.elements().forEach((element) => {
        if (!wanted.has(element.id())) element.remove();
      });
      for (const node of atlas.nodes) {
        const drawn = this.cy.getElementById(node.id);
        const data = dataOf(node, marks);
        if (drawn.nonempty()) {
          drawn.data(data);
          continue;
        }
        this.cy.add({ group: 'nodes', data, position: { ...(places.get(node.id) ?? { x: 0, y: 0 }) } });
      }
      for (const edge of atlas.edges) {
        const drawn = this.cy.getElementById(edge.id);
        if (drawn.nonempty()) drawn.data(edgeData(edge));
        else this.cy.add({ group: 'edges', data: edgeData(edge) });
      }
    });
    if (this.cursor !== null && !wanted.has(this.cursor)) this.cursor = null;
    this.labelScale = 0;
    this.scaleLabels();
    this.mark();
    const isSame = before.size === atlas.nodes.length && atlas.nodes.every(({ id }) => before.has(id));
    if (isSame) {
      this.show(focus);
      return;
    }
    const positions = await this.layouts.run(input);
    if (positions === null || this.cy.destroyed()) return;
    const duration = input.isNew ? 0 : moveMs();
    for (const node of this.cy.nodes(':childless').toArray()) {
      const position = positions.get(node.id() as NodeId);
      if (position) node.animate({ position: { ...position } }, { duration });
    }
    this.show(focus, duration, positions);
  }

  /** Brings a thing and its neighbours into view, at the places where they will be; null: all. */
  private show(focus: NodeId | null, duration = moveMs(), positions: Positions = new Map()): void {
    const node = focus === null ? this.cy.collection() : this.cy.getElementById(focus);
    const inside = node.nonempty() && node.isParent() ? node.descendants() : node.closedNeighborhood().nodes();
    const shown = (node.empty() ? this.cy.nodes() : inside).filter(':childless');
    if (shown.empty()) return;
    const box = (shown as unknown as Placeable).boundingBoxAt(
      (each) => positions.get(each.id() as NodeId) ?? each.position(),
    );
    this.cy.stop(true);
    this.cy.animate({ fit: { boundingBox: box, padding: MARGIN } as never }, { duration });
  }

  fit(): void {
    this.show(null);
  }

  zoom(direction: 1 | -1): void {
    const { width, height } = this.container.getBoundingClientRect();
    const level = this.cy.zoom() * ZOOM_STEP ** direction;
    this.cy.zoom({ level, renderedPosition: { x: width / 2, y: height / 2 } });
  }

  /** Moves the keys' place, and says where it is; without one to the first thing. */
  step(arrow: Arrow): void {
    const first = this.atlas.nodes[0]?.id;
    const next =
      this.cursor === null ? first : neighbourTowards(this.cursor, arrow, this.positions(), this.atlas.edges);
    if (!next) return;
    this.moveTo(next);
    const { x, y } = this.cy.getElementById(next).renderedPosition();
    const isInside = x > 0 && y > 0 && x < this.cy.width() && y < this.cy.height();
    if (!isInside) this.cy.center(this.cy.getElementById(next));
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
    this.layouts.end();
    this.cy.destroy();
  }

  /** For measurements: the core that draws. */
  get core(): Core {
    return this.cy;
  }

  private mark(): void {
    this.cy.elements('.cursor, .near').removeClass('cursor near');
    if (this.cursor === null) return;
    const node = this.cy.getElementById(this.cursor);
    node.addClass('cursor').closedNeighborhood().addClass('near');
  }

  /** Far away labels shrink less than the map: those of groups stay legible, of entities the important ones. */
  private scaleLabels(): void {
    const far = Math.min(MOST_LABEL_SCALE, Math.max(1, 1 / this.cy.zoom()));
    const scale = Math.round(far * LABEL_STEPS) / LABEL_STEPS;
    if (scale === this.labelScale) return;
    this.labelScale = scale;
    this.cy.batch(() => {
      for (const node of this.cy.nodes().toArray()) {
        const isGroup = node.data('kind') === 'group';
        node.data('font', (node.data('near') as number) * (isGroup ? scale : Math.sqrt(scale)));
        if (isGroup) node.data('wrap', (node.isParent() ? REGION_LABEL_WIDTH : GROUP_LABEL_WIDTH) * scale);
      }
    });
  }

  private positions(): Map<NodeId, { x: number; y: number }> {
    return new Map(this.cy.nodes().map((node) => [node.id() as NodeId, { ...node.position() }]));
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
