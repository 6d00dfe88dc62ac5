import { crc32 } from 'node:zlib';

/** A document with a marked word in one construct of its format. */
export interface Plant {
  /** Ending of the file. */
  readonly ending: string;
  readonly construct: string;
  readonly make: (word: string) => string | Uint8Array;
  /** What a warning says of the kind, where the construct is not read but named. Absent: it is read. */
  readonly named?: RegExp;
}

type Row = readonly [construct: string, make: Plant['make'], named?: RegExp | undefined];

/** Plants of one format. @param rows construct, document, and what is said where it is not read */
export function plants(ending: string, rows: readonly Row[]): Plant[] {
  return rows.map(([construct, make, named]) => ({ ending, construct, make, ...(named && { named }) }));
}

/** Plants of one format whose documents differ in one part. */
export function plantsIn(ending: string, around: (part: string) => string | Uint8Array, rows: readonly Row[]): Plant[] {
  return plants(
    ending,
    rows.map(([construct, make, named]) => [construct, (word) => around(String(make(word))), named]),
  );
}

/** A ZIP archive whose files are not packed (PKWARE, APPNOTE 4.3). */
export function zip(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path);
    const bytes = Buffer.from(content as string);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, bytes]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, place, name]));
    entries.push(entry);
    offset += entry.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...entries, list, Buffer.from('PK\x05\x06'), end]));
}

/** The part of an Office package that lists its relations. @param targets type and target by id @param links out of it, by id */
export function relations(
  targets: Readonly<Record<string, readonly [type: string, target: string]>>,
  links: Readonly<Record<string, string>> = {},
): string {
  const all = [
    ...Object.entries(targets).map(([id, [type, target]]) => ({ id, type, target, mode: 'Internal' })),
    ...Object.entries(links).map(([id, target]) => ({ id, type: 'hyperlink', target, mode: 'External' })),
  ].map(
    ({ id, type, target, mode }) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const NAMESPACES = Object.entries({
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  p: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  wp: `${DRAWING}/wordprocessingDrawing`,
  xdr: `${DRAWING}/spreadsheetDrawing`,
  a: `${DRAWING}/main`,
  pic: `${DRAWING}/picture`,
  c: `${DRAWING}/chart`,
  dgm: `${DRAWING}/diagram`,
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  cp: 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties',
  dc: 'http://purl.org/dc/elements/1.1/',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

/** A part of an Office package with all of its namespaces. */
export function part(name: string, content: string, attributes = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><${name} ${NAMESPACES} ${attributes}>${content}</${name}>`;
}
