/** The file of a pack begins with it. */
export interface PackHeader {
  readonly format: 'arbiter-pack';
  readonly version: 1;
  /** Of the folder that it unpacks to. */
  readonly name: string;
}

/** Content by path: relative to the pack's folder, `/` between segments. */
export type PackContent = ReadonlyMap<string, Uint8Array>;

/** A segment of a plain path: neither `..` nor a hidden file. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/**
 * Writes a pack as JSON Lines: a header, then a line for each file in the order of the paths, so that a change of a document is
 * a change of its line. What is UTF-8 is text, the rest base64.
 *
 * @throws RangeError for a path that is not plain
 */
export function writePackFile(name: string, content: PackContent): string {
  const header: PackHeader = { format: 'arbiter-pack', version: 1, name };
  checkPath(name);
  const files = [...content].sort(([a], [b]) => (a < b ? -1 : 1));
  return [header, ...files.map(([path, bytes]) => ({ path: checkPath(path), ...lineOf(bytes) }))]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

/** @throws RangeError for what `writePackFile` has not written */
export function readPackFile(text: string): { readonly name: string; readonly content: PackContent } {
  const [first = '{}', ...lines] = text.trimEnd().split('\n');
  const { format, version, name } = JSON.parse(first) as Partial<PackHeader>;
  if (format !== 'arbiter-pack' || version !== 1 || name === undefined)
    throw new RangeError('this is no file of a pack');
  const content = new Map<string, Uint8Array>();
  for (const line of lines) {
    const { path, text: words, base64 } = JSON.parse(line) as { path: string; text?: string; base64?: string };
    content.set(checkPath(path), base64 === undefined ? Buffer.from(words ?? '') : Buffer.from(base64, 'base64'));
  }
  return { name: checkPath(name), content };
}

function lineOf(bytes: Uint8Array): { readonly text: string } | { readonly base64: string } {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString('utf8');
  return Buffer.from(text).equals(buffer) ? { text } : { base64: buffer.toString('base64') };
}

function checkPath(path: string): string {
  if (path.split('/').every((segment) => SEGMENT.test(segment))) return path;
  throw new RangeError(`"${path}" is no plain path`);
}
