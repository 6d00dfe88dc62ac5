import cytoscape from 'cytoscape';
import fcose from 'cytoscape-fcose';
import type { NodeId, Point } from './atlas.js';
import { type LayoutInput, separated } from './layout.js';

cytoscape.use(fcose);

/** Numbers that only look random (Lehmer's generator): the same data is drawn in the same way. */
function seeded(): () => number {
  let state = 7;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function positionsOf({ elements, isNew }: LayoutInput): Map<NodeId, Point> {
  // The layout takes no generator of its own, and nothing else runs in this worker.
  Math.random = seeded();
  const cy = cytoscape({
    headless: true,
    styleEnabled: true,
    style: [
      { selector: 'node', style: { width: 'data(width)', height: 'data(height)', shape: 'rectangle' } },
      { selector: ':parent', style: { padding: '34px' } },
    ],
    elements,
  });
  const options = {
    name: 'fcose',
    animate: false,
    quality: 'proof',
    randomize: isNew,
    fit: false,
    packComponents: false,
    nodeRepulsion: 12_000,
    idealEdgeLength: (edge: cytoscape.EdgeSingular) => (edge.source().parent().same(edge.target().parent()) ? 30 : 80),
    edgeElasticity: 0.2,
    tilingPaddingVertical: 16,
    tilingPaddingHorizontal: 16,
  };
  cy.layout(options).run();
  const tops = cy.nodes(':orphan').map((top) => {
    const { x1, y1, w: width, h: height } = top.boundingBox();
    return { top, x: x1 + width / 2, y: y1 + height / 2, width, height };
  });
  for (const [number, { x, y }] of separated(tops).entries()) {
    const box = tops[number];
    box?.top.shift({ x: x - box.x, y: y - box.y });
  }
  // A group takes its place from what is in it.
  return new Map(cy.nodes(':childless').map((node) => [node.id() as NodeId, { ...node.position() }] as const));
}

addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => postMessage(positionsOf(data)));
