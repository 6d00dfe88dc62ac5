import type { ExportedSpan } from './read-spans.js';

/** Widths in pixels. */
const NAMES = 400;
const CHART = 760;
const MARGIN = 16;
const ROW = 18;
const BAR = 11;
const INDENT = 13;
const HEAD = 118;
const LEAST_BAR = 1.5;
/** A label to the right of its bar, unless it would leave the picture. */
const LABEL = 70;

/** Colour-blind safe (Okabe and Ito, 2008), in the order in which a question passes the arms. */
const COLOURS: Readonly<Record<string, string>> = {
  orchestrator: '#0072B2',
  'planner-arm': '#E69F00',
  'retriever-arm': '#009E73',
  'validator-arm': '#CC79A7',
  'ingestion-worker': '#D55E00',
};
const OTHER = '#666666';

/** One line of the picture: a span, or several alike. */
interface Row {
  readonly depth: number;
  readonly spans: readonly [ExportedSpan, ...ExportedSpan[]];
}

export interface WaterfallText {
  readonly title: string;
  readonly subtitle: string;
}

/** A picture of one trace: what each arm does, below its caller, with the times of all calls alike in one line. @returns SVG */
export function drawWaterfall(spans: readonly ExportedSpan[], { title, subtitle }: WaterfallText): string {
  const rows = rowsOf(spans);
  const start = Math.min(...spans.map((span) => span.start));
  const length = Math.max(...spans.map((span) => span.end)) - start;
  const x = (time: number): number => MARGIN + NAMES + ((time - start) / length) * CHART;
  const height = HEAD + rows.length * ROW + MARGIN;
  const width = MARGIN * 2 + NAMES + CHART;
  const ticks = ticksOf(length);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" role="img" aria-label="${escape(title)}">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(MARGIN, 26, title, 'font-size="16" font-weight="600" fill="#111111"'),
    text(MARGIN, 45, subtitle, 'font-size="12" fill="#555555"'),
    ...legend(spans),
    ...ticks.map((ms) => {
      const at = round(x(start + ms));
      return (
        `<line x1="${at}" y1="${HEAD - 8}" x2="${at}" y2="${height - MARGIN}" stroke="#e2e2e2"/>` +
        text(at, HEAD - 14, milliseconds(ms), 'fill="#777777" text-anchor="middle"')
      );
    }),
    ...rows.flatMap((row, index) => drawRow(row, index, x, width)),
    '</svg>',
    '',
  ].join('\n');
}

function drawRow({ depth, spans }: Row, index: number, x: (time: number) => number, width: number): string[] {
  const [first] = spans;
  const top = HEAD + index * ROW;
  const middle = top + ROW / 2 + 4;
  const colour = COLOURS[first.service] ?? OTHER;
  const indent = MARGIN + depth * INDENT;
  const end = Math.max(...spans.map((span) => span.end));
  const busy = spans.reduce((sum, span) => sum + span.end - span.start, 0);
  const right = x(end) + 5;
  const isTooFar = right + LABEL > width;
  const weight = first.kind === 'server' ? ' font-weight="600"' : '';
  return [
    ...(index % 2 === 0
      ? [
          `<rect x="${MARGIN}" y="${top}" width="${width - 2 * MARGIN}" height="${ROW}" fill="#000000" fill-opacity="0.025"/>`,
        ]
      : []),
    `<rect x="${indent}" y="${top + 4}" width="4" height="${ROW - 8}" rx="1" fill="${colour}"/>`,
    text(indent + 9, middle, labelOf(spans), `fill="#222222"${weight}`),
    ...spans.map((span) => {
      const left = round(x(span.start));
      const long = round(Math.max(LEAST_BAR, x(span.end) - x(span.start)));
      const fill = span.kind === 'client' && isCall(span) ? 'fill-opacity="0.35"' : 'fill-opacity="0.95"';
      const stroke = span.failed ? ' stroke="#c00000" stroke-width="1.5"' : '';
      return `<rect x="${left}" y="${top + (ROW - BAR) / 2}" width="${long}" height="${BAR}" rx="2" fill="${colour}" ${fill}${stroke}><title>${escape(`${span.service}: ${span.name}, ${milliseconds(span.end - span.start)}`)}</title></rect>`;
    }),
    text(
      isTooFar ? round(x(first.start) - 5) : round(right),
      middle,
      milliseconds(busy),
      `fill="#444444"${isTooFar ? ' text-anchor="end"' : ''}`,
    ),
  ];
}

/** What a reader has to know of a span: who, and what. */
function labelOf([first, ...more]: Row['spans']): string {
  const times = more.length > 0 ? ` ×${more.length + 1}` : '';
  const system = first.attributes['db.system.name'];
  const where = typeof system === 'string' ? ` (${system})` : isCall(first) ? ' → call' : '';
  return `${first.name}${where}${times}`;
}

function isCall({ kind, attributes }: ExportedSpan): boolean {
  return kind === 'client' && 'rpc.system' in attributes;
}

/** In the order of a tree. Spans of one name below one row share a row, and so do what they caused: a question repeats itself. */
function rowsOf(spans: readonly ExportedSpan[]): Row[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = new Map<string | null, ExportedSpan[]>();
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const parent = span.parentId !== null && known.has(span.parentId) ? span.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), span]);
  }
  const below = (parents: readonly (string | null)[], depth: number): Row[] => {
    const alike = new Map<string, [ExportedSpan, ...ExportedSpan[]]>();
    for (const span of parents.flatMap((parent) => children.get(parent) ?? [])) {
      const key = `${span.service} ${span.kind} ${span.name}`;
      const row = alike.get(key);
      if (row) row.push(span);
      else alike.set(key, [span]);
    }
    return [...alike.values()].flatMap((row) => [
      { depth, spans: row },
      ...below(
        row.map(({ spanId }) => spanId),
        depth + 1,
      ),
    ]);
  };
  return below([null], 0);
}

function legend(spans: readonly ExportedSpan[]): string[] {
  const services = Object.keys(COLOURS).filter((name) => spans.some(({ service }) => service === name));
  let x = MARGIN;
  const parts = services.map((name) => {
    const part = `<rect x="${x}" y="58" width="11" height="11" rx="2" fill="${COLOURS[name] ?? OTHER}"/>${text(x + 16, 68, name, 'fill="#222222"')}`;
    x += 30 + name.length * 6.4;
    return part;
  });
  const notes =
    'Bold: an arm serves a request. Pale: it waits for another arm, over NATS. Others: steps, stores and models inside an arm. ×n: n calls in one line, with their times in sum.';
  return [...parts, text(MARGIN, 88, notes, 'fill="#555555"')];
}

/** Four to eight round times. */
function ticksOf(length: number): number[] {
  const rough = length / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? power;
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
}

function milliseconds(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`;
  return `${ms >= 10 || ms === 0 ? Math.round(ms) : ms.toFixed(1)} ms`;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escape(content)}</text>`;
}

function escape(content: string): string {
  return content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
