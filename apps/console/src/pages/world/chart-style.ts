import { SHAPES, TYPE_COLOURS } from './entity-types.js';

const TOKENS = ['ink', 'ink-soft', 'paper', 'raised', 'line', 'accent', 'accent-soft', 'bad', ...TYPE_COLOURS] as const;
type Palette = Readonly<Record<(typeof TOKENS)[number], string>>;

/** Reads the tokens of the page as colours: a canvas knows neither variables nor `light-dark()`. */
function paletteOf(element: HTMLElement): Palette {
  const probe = element.ownerDocument.createElement('i');
  element.append(probe);
  const colours = TOKENS.map((token) => {
    probe.style.color = `var(--${token})`;
    return [token, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours) as Palette;
}

/** Labels smaller than this are not drawn, in pixels of the screen: far away only the important ones are. */
const LEAST_LABEL = 8;

/**
 * How a map is drawn, in the colours and the font that an element has now: colour and shape tell the type of an entity, its
 * outline how it stands.
 */
export function chartStyle(element: HTMLElement): string {
  const colour = paletteOf(element);
  const label = `
    color: ${colour.ink}; font-family: ${getComputedStyle(element).fontFamily}; min-zoomed-font-size: ${LEAST_LABEL};
    text-outline-color: ${colour.paper}; text-outline-width: 2.5; overlay-opacity: 0;`;
  const types = TYPE_COLOURS.map((token, mark) => {
    const shape = SHAPES[mark]?.name ?? 'ellipse';
    return `node[mark = ${mark}] { shape: ${shape}; background-color: ${colour[token]}; border-color: ${colour[token]}; }`;
  });
  return `
    node {
      ${label}
      width: data(diameter); height: data(diameter); border-width: 1.5;
      label: data(label); font-size: data(font); text-wrap: wrap; text-max-width: data(wrap);
      text-valign: bottom; text-margin-y: 4;
    }
    node[kind = "group"] {
      background-color: ${colour['accent-soft']}; border-color: ${colour.accent}; border-width: 1;
      text-valign: center; text-margin-y: 0; text-outline-color: ${colour['accent-soft']};
    }
    :parent {
      shape: round-rectangle; padding: 20px; background-color: ${colour.raised}; background-opacity: 0.55;
      border-color: ${colour.line}; color: ${colour['ink-soft']}; text-valign: top; text-margin-y: -4;
      text-outline-color: ${colour.paper};
    }
    ${types.join('\n')}
    node[standing = "gone"], node[standing = "closed"], node[standing = "away"] {
      background-color: ${colour.paper}; border-style: dashed; color: ${colour['ink-soft']};
    }
    node[standing = "hostile"] { border-color: ${colour.bad}; border-width: 3; }
    edge {
      ${label}
      width: data(width); curve-style: straight; line-color: ${colour.line}; target-arrow-color: ${colour.line};
      arrow-scale: 0.7; font-size: 10; text-rotation: autorotate; color: ${colour['ink-soft']};
    }
    edge[directed = 1] { target-arrow-shape: triangle; }
    edge.near {
      label: data(label); line-color: ${colour.accent}; target-arrow-color: ${colour.accent}; z-index: 5;
    }
    node.near, node.cursor { min-zoomed-font-size: 0; color: ${colour.ink}; z-index: 10; }
    node.cursor { outline-color: ${colour.accent}; outline-width: 3; outline-offset: 3; }
  `;
}
