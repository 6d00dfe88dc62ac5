/** Parts of SVG 1.1 pictures, the same text every time. */

/** Okabe and Ito 2008: told apart by colour-blind readers, in print and on both light and dark ground. */
export const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00'];

/** Ground of its own, so that the text is readable wherever the picture is shown. */
export const GROUND = '#ffffff';
export const INK = '#222222';
export const GRID = '#dddddd';

export function line(x1: number, y1: number, x2: number, y2: number, colour: string): string {
  return `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="${colour}"/>`;
}

export function rectangle(x: number, y: number, width: number, height: number, colour: string): string {
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${colour}"/>`;
}

export interface TextStyle {
  readonly size: number;
  readonly anchor?: 'middle' | 'end';
  readonly weight?: 'bold';
}

export function text(x: number, y: number, content: string, { size, anchor, weight }: TextStyle): string {
  const style = `${anchor ? ` text-anchor="${anchor}"` : ''}${weight ? ` font-weight="${weight}"` : ''}`;
  return `<text x="${at(x)}" y="${at(y)}" font-size="${size}"${style} fill="${INK}">${escaped(content)}</text>`;
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** Under the title. */
  readonly subtitle: string;
  readonly parts: readonly string[];
}

/** The text of an SVG 1.1 file. */
export function picture({ width, height, title, subtitle, parts }: Picture): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif">`,
    `<title>${escaped(title)}</title>`,
    rectangle(0, 0, width, height, GROUND),
    text(8, 22, title, { weight: 'bold', size: 15 }),
    text(8, 40, subtitle, { size: 12 }),
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/** Tenths of a pixel are enough, and keep the file the same on every machine. */
export function at(position: number): string {
  return trimmed(Math.round(position * 10) / 10);
}

export function trimmed(value: number): string {
  return String(Number(value.toFixed(4)));
}

export function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
