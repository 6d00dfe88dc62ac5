/* Drawings that several documents need, as SVG put where the calling script stands. Runs in the page that is printed. */
const drawn = globalThis.document;

Object.assign(globalThis, { put, svg, label, write, bars, lines, pie, chart, table, photograph });

/** Puts markup where the running script stands. */
function put(markup) {
  drawn.currentScript.insertAdjacentHTML('beforebegin', markup);
}

/** Writes [x, y, text, options of `label` or its size]… into the drawing before the running script. */
function write(...words) {
  const markup = words.map(([x, y, text, own = {}]) =>
    label(x, y, text, typeof own === 'number' ? { size: own } : own),
  );
  drawn.currentScript.previousElementSibling.insertAdjacentHTML('beforeend', markup.join(''));
}

function svg(width, height, body) {
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
    <defs>
      <marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
        <path d="M0 0L10 5L0 10z" />
      </marker>
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="6" height="6" fill="#fff" /><rect width="2" height="6" fill="#333" />
      </pattern>
      <pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" fill="#fff" /><circle cx="3" cy="3" r="1.4" fill="#333" />
      </pattern>
    </defs>${body}</svg>`;
}

function label(x, y, text, { size = 9, anchor = 'middle', bold = false, fill = '#111', turn = 0 } = {}) {
  const rows = String(text).split('\n');
  const first = y - ((rows.length - 1) * size * 1.2) / 2;
  const spans = rows.map((row, i) => `<tspan x="${x}" y="${first + i * size * 1.2}">${row}</tspan>`).join('');
  return `<text font-size="${size}" text-anchor="${anchor}" fill="${fill}" ${bold ? 'font-weight="bold"' : ''} ${turn ? `transform="rotate(${turn} ${x} ${y})"` : ''}>${spans}</text>`;
}

/** Axes of a chart with `steps` lines across; gives the scale of its values too. */
function axes({ width, height, max, steps = 5, unit = '', left = 46, bottom = 34, top = 14 }) {
  const scale = (height - top - bottom) / max;
  const y = (value) => height - bottom - value * scale;
  let body = '';
  for (let i = 0; i <= steps; i += 1) {
    const value = (max / steps) * i;
    body += `<path d="M${left} ${y(value)}H${width - 8}" stroke="${i === 0 ? '#111' : '#ccc'}" />`;
    body += label(left - 5, y(value) + 3, Number(value.toFixed(2)), { size: 8, anchor: 'end' });
  }
  return { body: body + label(12, (height - bottom) / 2, unit, { size: 8, turn: -90 }), y, left, bottom };
}

function legend(series, x, y) {
  return series
    .map(
      ({ name, fill }, i) =>
        `<rect x="${x}" y="${y + i * 14 - 8}" width="10" height="9" fill="${fill}" stroke="#333" stroke-width=".5" />` +
        label(x + 15, y + i * 14, name, { size: 8, anchor: 'start' }),
    )
    .join('');
}

/** Bars in groups, or on top of each other with `stacked`; `series` holds {name, values, fill}. */
function bars({ width = 460, height = 240, labels, series, max, steps, unit, stacked = false, values = false, at }) {
  const { body, y, left, bottom } = axes({ width, height, max, steps, unit });
  const group = (width - left - 12) / labels.length;
  const thick = stacked ? group * 0.55 : (group * 0.75) / series.length;
  let drawn = body;
  labels.forEach((text, i) => {
    let below = 0;
    series.forEach(({ values: own, fill }, k) => {
      const x = left + group * i + group * (stacked ? 0.22 : 0.13) + (stacked ? 0 : thick * k);
      const top = y(below + own[i]);
      drawn += `<rect x="${x}" y="${top}" width="${thick}" height="${y(below) - top}" fill="${fill}" stroke="#333" stroke-width=".6" />`;
      if (values) drawn += label(x + thick / 2, top - 3, own[i], { size: 7.5 });
      if (stacked) below += own[i];
    });
    drawn += label(left + group * (i + 0.5), height - bottom + 14, text, { size: 8 });
  });
  if (series.length > 1) drawn += legend(series, at?.[0] ?? width - 110, at?.[1] ?? 18);
  return svg(width, height, drawn);
}

/** Lines over the same labels; `series` holds {name, values, fill, dash}. */
function lines({ width = 460, height = 240, labels, series, max, steps, unit, at }) {
  const { body, y, left, bottom } = axes({ width, height, max, steps, unit });
  const step = (width - left - 30) / (labels.length - 1);
  let drawn = body;
  labels.forEach((text, i) => {
    drawn += label(left + 10 + step * i, height - bottom + 14, text, { size: 8 });
  });
  for (const { values, fill, dash = '' } of series) {
    const points = values.map((value, i) => `${left + 10 + step * i},${y(value)}`);
    drawn += `<polyline points="${points.join(' ')}" fill="none" stroke="${fill}" stroke-width="2" stroke-dasharray="${dash}" />`;
    for (const point of points) {
      const [x, top] = point.split(',');
      drawn += `<circle cx="${x}" cy="${top}" r="2.6" fill="${fill}" />`;
    }
  }
  if (series.length > 1) drawn += legend(series, at?.[0] ?? width - 110, at?.[1] ?? 18);
  return svg(width, height, drawn);
}

/** A round chart of [name, share, fill]; names beside the slices. */
function pie({ width = 460, height = 240, slices, radius = 85, percent = true }) {
  const sum = slices.reduce((all, [, value]) => all + value, 0);
  const [cx, cy] = [width / 2, height / 2];
  const on = (turn, r) => [cx + r * Math.sin(turn * 2 * Math.PI), cy - r * Math.cos(turn * 2 * Math.PI)];
  let [from, drawn] = [0, ''];
  for (const [name, value, fill] of slices) {
    const to = from + value / sum;
    const [[x1, y1], [x2, y2]] = [on(from, radius), on(to, radius)];
    drawn += `<path d="M${cx} ${cy}L${x1} ${y1}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${x2} ${y2}z" fill="${fill}" stroke="#fff" stroke-width="1.5" />`;
    const [x, y] = on((from + to) / 2, radius + 14);
    const share = percent ? ` ${Math.round((value / sum) * 100)} %` : '';
    drawn += label(x, y + 3, name + share, { size: 8.5, anchor: x < cx ? 'end' : 'start' });
    from = to;
  }
  return svg(width, height, drawn);
}

const OUTLINES = {
  box: (x, y, w, h) => `<rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" />`,
  round: (x, y, w, h) => `<rect x="${x - w / 2}" y="${y - h / 2}" width="${w}" height="${h}" rx="${h / 2}" />`,
  diamond: (x, y, w, h) => `<path d="M${x} ${y - h / 2}L${x + w / 2} ${y}L${x} ${y + h / 2}L${x - w / 2} ${y}z" />`,
  circle: (x, y, w) => `<circle cx="${x}" cy="${y}" r="${w / 2}" />`,
  drum: (x, y, w, h) =>
    `<path d="M${x - w / 2} ${y - h / 2 + 6}v${h - 12}a${w / 2} 6 0 0 0 ${w} 0v${12 - h}a${w / 2} 6 0 0 0 ${-w} 0a${w / 2} 6 0 0 0 ${w} 0" />`,
  slant: (x, y, w, h) =>
    `<path d="M${x - w / 2 + 10} ${y - h / 2}H${x + w / 2}L${x + w / 2 - 10} ${y + h / 2}H${x - w / 2}z" />`,
};

/**
 * Boxes and what leads from one to another.
 *
 * @param nodes by name: [x, y, text, {shape, w, h, fill, size}], x and y of the middle
 * @param edges [from, to, text, {via: [[x, y]…], dash, plain, width, stroke}]; `plain` has no arrow head
 */
function chart({ width = 460, height = 300, nodes, edges, extra = '', w = 90, h = 30, size = 8.5 }) {
  let drawn = '';
  for (const [
    from,
    to,
    text = '',
    { via = [], dash = '', plain = false, thick = 1.3, stroke = '#222' } = {},
  ] of edges) {
    const ends = [nodes[from], nodes[to]].map(([x, y]) => [x, y]);
    const points = [ends[0], ...via, ends[1]];
    points[0] = rim(nodes[from], points[1], { w, h });
    points[points.length - 1] = rim(nodes[to], points[points.length - 2], { w, h });
    drawn += `<polyline points="${points.map((each) => each.join(',')).join(' ')}" fill="none" stroke="${stroke}" stroke-width="${thick}" stroke-dasharray="${dash}" ${plain ? '' : 'marker-end="url(#arrow)"'} />`;
    if (text !== '') {
      const middle = Math.floor((points.length - 1) / 2);
      const [[x1, y1], [x2, y2]] = [points[middle], points[middle + 1]];
      const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
      const wide = Math.max(...text.split('\n').map((row) => row.length)) * 4.4 + 4;
      drawn +=
        `<rect x="${x - wide / 2}" y="${y - 6}" width="${wide}" height="11" fill="#fff" />` +
        label(x, y + 3, text, { size: 7.5 });
    }
  }
  for (const [x, y, text, own = {}] of Object.values(nodes)) {
    const outline = OUTLINES[own.shape ?? 'box'](x, y, own.w ?? w, own.h ?? h);
    drawn += `<g fill="${own.fill ?? '#fff'}" stroke="#222" stroke-width="1.2">${outline}</g>`;
    drawn += label(x, y + (own.size ?? size) * 0.35, text, { size: own.size ?? size });
  }
  return svg(width, height, drawn + extra);
}

/** Where the way from a node's middle to a point leaves its outline. */
function rim([x, y, , own = {}], [tx, ty], { w, h }) {
  const [dx, dy] = [tx - x, ty - y];
  const [halfW, halfH] = [(own.w ?? w) / 2, (own.shape === 'circle' ? (own.w ?? w) : (own.h ?? h)) / 2];
  const part =
    own.shape === 'circle'
      ? halfW / Math.hypot(dx, dy)
      : own.shape === 'diamond'
        ? 1 / (Math.abs(dx) / halfW + Math.abs(dy) / halfH)
        : Math.min(halfW / Math.abs(dx || 1e-9), halfH / Math.abs(dy || 1e-9));
  return [x + dx * part, y + dy * part];
}

/** A table from rows of cells split by bars, the first row its head. */
function table(kind, text) {
  const [head, ...rows] = text
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const cells = (row, tag) => `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table class="${kind}">${cells(head, 'th')}${rows.map((row) => cells(row, 'td')).join('')}</table>`;
}

/** Puts a photograph of a part marked `data-picture` in its place; called by the command that prints, which takes it. */
function photograph(index, source) {
  const part = drawn.querySelectorAll('[data-picture]')[index];
  const { width, height } = part.getBoundingClientRect();
  part.innerHTML = '<img>';
  // The photograph holds what its class does to colours.
  part.className = '';
  const picture = part.querySelector('img');
  const place = part.matches('section') ? 'position: absolute; left: 0; top: 0;' : '';
  picture.style.cssText = `${place} display: block; width: ${width}px; height: ${height}px`;
  picture.src = source;
  return picture.decode();
}
