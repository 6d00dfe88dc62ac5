import { COLOURS, GRID, INK, line, picture, rectangle, text, trimmed } from './svg.js';

/** A bar with its interval, in the unit of the axis. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Ends of the error bar. */
  readonly interval?: readonly [low: number, high: number];
}

/** Bars that stand together. */
export interface BarGroup {
  readonly label: string;
  readonly bars: readonly Bar[];
}

export interface BarChart {
  readonly title: string;
  /** Unit of the axis, shown under the title. */
  readonly unit: string;
  readonly groups: readonly BarGroup[];
  /** Digits after the point of the figure at each bar. */
  readonly digits: number;
}

const WIDTH = 720;
const LABEL_WIDTH = 170;
const FIGURE_WIDTH = 70;
const BAR_HEIGHT = 18;
const BAR_GAP = 4;
const GROUP_GAP = 22;
const TOP = 56;
const BOTTOM = 30;
const TICKS = 5;

/** Horizontal bars with error bars from 0, one colour per label, as the text of an SVG 1.1 file. The same every time. */
export function renderBarChart({ title, unit, groups, digits }: BarChart): string {
  const bars = groups.flatMap((group) => group.bars);
  const labels = [...new Set(bars.map(({ label }) => label))];
  const top = axisTop(Math.max(0, ...bars.map(({ value, interval }) => interval?.[1] ?? value)));
  const span = WIDTH - LABEL_WIDTH - FIGURE_WIDTH;
  const x = (value: number): number => LABEL_WIDTH + (value / top) * span;
  const height = TOP + BOTTOM + groups.reduce((sum, group) => sum + heightOf(group) + GROUP_GAP, 0);
  const parts: string[] = [];
  for (let tick = 0; tick <= TICKS; tick++) {
    const value = (top * tick) / TICKS;
    parts.push(line(x(value), TOP, x(value), height - BOTTOM, GRID));
    parts.push(text(x(value), height - BOTTOM + 16, trimmed(value), { anchor: 'middle', size: 11 }));
  }
  let y = TOP;
  for (const group of groups) {
    parts.push(text(8, y + 13, group.label, { weight: 'bold', size: 12 }));
    y += GROUP_GAP;
    for (const { label, value, interval } of group.bars) {
      const middle = y + BAR_HEIGHT / 2;
      const colour = COLOURS[labels.indexOf(label) % COLOURS.length] ?? INK;
      parts.push(text(LABEL_WIDTH - 8, middle + 4, label, { anchor: 'end', size: 12 }));
      parts.push(rectangle(LABEL_WIDTH, y, x(value) - LABEL_WIDTH, BAR_HEIGHT, colour));
      if (interval) parts.push(...errorBar(x(interval[0]), x(interval[1]), middle));
      const end = x(Math.max(value, interval?.[1] ?? value));
      parts.push(text(end + 6, middle + 4, value.toFixed(digits), { size: 12 }));
      y += BAR_HEIGHT + BAR_GAP;
    }
  }
  return picture({ width: WIDTH, height, title, subtitle: unit, parts });
}

function heightOf({ bars }: BarGroup): number {
  return bars.length * (BAR_HEIGHT + BAR_GAP);
}

/** The smallest of 1, 2, 2.5, 5 times a power of ten that is not below the value. */
function axisTop(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 2.5, 5, 10].find((step) => step * power >= value) ?? 10);
}

function errorBar(low: number, high: number, y: number): string[] {
  return [line(low, y, high, y, INK), line(low, y - 4, low, y + 4, INK), line(high, y - 4, high, y + 4, INK)];
}
