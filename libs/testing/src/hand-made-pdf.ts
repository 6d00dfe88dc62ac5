const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** `objects[0]` is object 1, the catalog. Readers find the objects without a cross-reference table. */
export function pdf(objects: readonly string[], trailer = ''): Uint8Array {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return latin1(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} ${trailer} >>\n%%EOF\n`);
}
export const stream = (content: string, dictionary = ''): string =>
  `<< /Length ${content.length} ${dictionary} >>\nstream\n${content}\nendstream`;
export const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
export const TEXT = stream('BT /F 12 Tf 50 700 Td (The lamp burns whale oil.) Tj ET');
export const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>';
export const onePage = (
  changes: Partial<Record<1 | 2 | 3 | 4 | 5, string>> = {},
  more: readonly string[] = [],
  { trailer = '' } = {},
): Uint8Array =>
  pdf(
    [
      changes[1] ?? '<< /Type /Catalog /Pages 2 0 R >>',
      changes[2] ?? '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      changes[3] ?? PAGE,
      changes[4] ?? TEXT,
      changes[5] ?? FONT,
      ...more,
    ],
    trailer,
  );
