import type { StylesheetJson } from 'cytoscape';
import { SHAPES, TYPE_COLOURS } from './entity-types.js';

/** The colours of the page as they are now, by the names of its tokens without dashes before them. */
export type Palette = (token: string) => string;

/** Reads tokens as colours: a canvas knows neither variables nor `light-dark()`. */
export function paletteOf(element: HTMLElement): Palette {
  const probe = element.ownerDocument.createElement('i');
  probe.hidden = true;
  element.append(probe);
  const known = new Map<string, string>();
  const read = (token: string): string => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  for (const token of ['ink', 'ink-soft', 'paper', 'raised', 'line', 'accent', 'accent-soft', 'bad', ...TYPE_COLOURS]) {
    known.set(token, read(token));
  }
  probe.remove();
  return (token) => known.get(token) ?? 'gray';
}

/** Labels smaller than this are not drawn, in pixels of the screen: far away only the important ones are. */
const LEAST_LABEL = 8;

/** How a map is drawn: colour and shape tell the type of an entity, its outline how it stands. */
export function chartStyle(colour: Palette, font: string): StylesheetJson {
  return [
    {
      selector: 'node',
      style: {
        width: 'data(diameter)',
        height: 'data(diameter)',
        label: 'data(label)',
        color: colour('ink'),
        'font-family': font,
        'font-size': 'data(font)',
        'min-zoomed-font-size': LEAST_LABEL,
        'text-valign': 'bottom',
        'text-margin-y': 4,
        'text-wrap': 'wrap',
        'text-max-width': 'data(wrap)',
        'text-outline-color': colour('paper'),
        'text-outline-width': 2.5,
        'text-outline-opacity': 0.9,
        'border-width': 1.5,
        'overlay-opacity': 0,
      },
    },
    {
      selector: 'node[kind = "group"]',
      style: {
        'background-color': colour('accent-soft'),
        'border-color': colour('accent'),
        'border-width': 1,
        'text-valign': 'center',
        'text-margin-y': 0,
        'text-outline-color': colour('accent-soft'),
      },
    },
    {
      selector: ':parent',
      style: {
        shape: 'round-rectangle',
        'background-color': colour('raised'),
        'background-opacity': 0.55,
        'border-color': colour('line'),
        color: colour('ink-soft'),
        padding: '20px',
        'text-valign': 'top',
        'text-margin-y': -4,
        'text-max-width': '300px',
        'text-outline-color': colour('paper'),
      },
    },
    ...TYPE_COLOURS.map((token, number) => ({
      selector: `node[kind = "entity"][mark = ${number}]`,
      style: {
        shape: SHAPES[number]?.name ?? 'ellipse',
        'background-color': colour(token),
        'border-color': colour(token),
      },
    })),
    {
      selector: 'node[standing = "gone"], node[standing = "closed"], node[standing = "away"]',
      style: { 'background-color': colour('paper'), 'border-style': 'dashed', color: colour('ink-soft') },
    },
    { selector: 'node[standing = "hostile"]', style: { 'border-color': colour('bad'), 'border-width': 3 } },
    {
      selector: 'edge',
      style: {
        width: 'data(width)',
        'line-color': colour('line'),
        'curve-style': 'straight',
        'target-arrow-color': colour('line'),
        'arrow-scale': 0.7,
        'overlay-opacity': 0,
        color: colour('ink-soft'),
        'font-family': font,
        'font-size': 10,
        'min-zoomed-font-size': LEAST_LABEL,
        'text-rotation': 'autorotate',
        'text-outline-color': colour('paper'),
        'text-outline-width': 2,
      },
    },
    { selector: 'edge[directed = 1]', style: { 'target-arrow-shape': 'triangle' } },
    {
      selector: 'edge.near',
      style: {
        'line-color': colour('accent'),
        'target-arrow-color': colour('accent'),
        label: 'data(label)',
        'z-index': 5,
      },
    },
    { selector: 'node.near, node.cursor', style: { 'min-zoomed-font-size': 0, color: colour('ink'), 'z-index': 10 } },
    {
      selector: 'node.cursor',
      style: {
        'outline-color': colour('accent'),
        'outline-width': 3,
        'outline-offset': 3,
        'text-outline-width': 3,
      },
    },
  ] as StylesheetJson;
}
