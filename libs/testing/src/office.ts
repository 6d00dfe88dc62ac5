/**
 * A part of an Office package that lists relations.
 *
 * @param targets type and target by id
 * @param links out of the package, by id
 */
export function relations(
  targets: Readonly<Record<string, readonly [type: string, target: string]>>,
  links: Readonly<Record<string, string>> = {},
): string {
  const all = [
    ...Object.entries(targets).map(([id, [type, target]]) => ({ id, type, target, mode: 'Internal' })),
    ...Object.entries(links).map(([id, target]) => ({ id, type: 'hyperlink', target, mode: 'External' })),
  ].map(
    ({ id, type, target, mode }) =>
      `<Relationship Id="${id}" Type="${NAMESPACES.r}/${type}" Target="${target}" TargetMode="${mode}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;
}

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
const NAMESPACES = {
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
};
const DECLARATIONS = Object.entries(NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

/** A part of an Office package with all of its namespaces. */
export function part(name: string, content: string, attributes = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?><${name} ${DECLARATIONS} ${attributes}>${content}</${name}>`;
}
