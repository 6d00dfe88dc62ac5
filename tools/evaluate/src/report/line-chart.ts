import { at, COLOURS, GRID, INK, line, picture, text } from './svg.js';

/** A line through points, or points alone; both coordinates 0–1. */
export interface Series {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface LineChart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  /** Whether each point is marked: few points, of which each says something. */
  readonly marked: boolean;
}

const SIDE = 420;
const LEFT = 60;
const TOP = 48;
const BOTTOM = 48;
const LEGEND_WIDTH = 250;
const LEGEND_LINE = 18;
const TICKS = 5;
const MARK_RADIUS = 3;
/** Colours are few; a second round of them is dashed. */
const DASHES = ['', ' stroke-dasharray="6 3"', ' stroke-dasharray="2 3"'];

/** Lines over the unit square with its diagonal, as the text of an SVG 1.1 file. The same every time. */
export function renderLineChart({ title, xLabel, yLabel, series, marked }: LineChart): string {
  const width = LEFT + SIDE + LEGEND_WIDTH;
  const height = TOP + SIDE + BOTTOM;
  const x = (value: number): number => LEFT + value * SIDE;
  const y = (value: number): number => TOP + (1 - value) * SIDE;
  const parts = [text(LEFT + SIDE / 2, height - 12, xLabel, { anchor: 'middle', size: 12 })];
  for (let tick = 0; tick <= TICKS; tick++) {
    const value = tick / TICKS;
    parts.push(line(x(value), y(0), x(value), y(1), GRID), line(x(0), y(value), x(1), y(value), GRID));
    parts.push(text(x(value), y(0) + 16, value.toFixed(1), { anchor: 'middle', size: 11 }));
    parts.push(text(LEFT - 6, y(value) + 4, value.toFixed(1), { anchor: 'end', size: 11 }));
  }
  parts.push(line(x(0), y(0), x(1), y(1), INK));
  series.forEach(({ label, points }, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? INK;
    const dash = DASHES[Math.floor(index / COLOURS.length) % DASHES.length] ?? '';
    const path = points.map(([px, py]) => `${at(x(px))},${at(y(py))}`).join(' ');
    parts.push(`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5"${dash}/>`);
    if (marked) {
      parts.push(
        ...points.map(
          ([px, py]) => `<circle cx="${at(x(px))}" cy="${at(y(py))}" r="${MARK_RADIUS}" fill="${colour}"/>`,
        ),
      );
    }
    const legend = TOP + 8 + index * LEGEND_LINE;
    const from = LEFT + SIDE + 16;
    parts.push(
      `<polyline points="${at(from)},${at(legend)} ${at(from + 22)},${at(legend)}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`,
    );
    parts.push(text(from + 28, legend + 4, label, { size: 12 }));
  });
  return picture({ width, height, title, subtitle: yLabel, parts });
}
