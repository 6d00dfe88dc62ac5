const CATALOG = /\/Type\s*\/Catalog\b/g;
/** The head of an object at the end of what stands before its content: "12 0 obj". */
const OBJECT_HEAD = /(?<!\d)(\d+)\s+(\d+)\s+obj\b(?!.*\bobj\b)/s;
/** A catalog is a small dictionary; its type stands within so many characters of its head. */
const REACH = 10_000;

/**
 * A file whose end is missing or broken has lost the trailer, which says where its catalog is. The catalog says of itself
 * what it is: with a new trailer, a reader finds the other objects by looking through the file.
 *
 * @returns undefined where no catalog stands in plain sight
 */
export function withTrailer(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const last = [...text.matchAll(CATALOG)].at(-1);
  const head = last && OBJECT_HEAD.exec(text.slice(Math.max(0, last.index - REACH), last.index));
  if (!head) return undefined;
  const trailer = `\ntrailer\n<< /Root ${head[1]} ${head[2]} R >>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(trailer, 'latin1')]);
}
