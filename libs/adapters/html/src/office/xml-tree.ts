import { SaxesParser } from 'saxes';

/** Elements of one part; a part of more describes no document that people wrote. */
const MAX_ELEMENTS = 1_000_000;
const MAX_DEPTH = 256;

/** An element with its texts and children in order. Names are without their prefixes. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlNode | string)[];
}

interface OpenNode extends XmlNode {
  readonly children: (XmlNode | string)[];
}

/**
 * Reads an XML part as a tree. Entities that a document type declares stay as written. XML that is not well-formed is read as far
 * as possible.
 *
 * @returns a root whose children are the elements of the part, and whether a limit has cut it
 */
export function readXmlTree(source: string): { readonly root: XmlNode; readonly isCut: boolean } {
  const root: OpenNode = { name: '', attributes: {}, children: [] };
  const open: OpenNode[] = [root];
  let elements = 0;
  let skipped = 0;
  let isCut = false;
  const parser = new SaxesParser();
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (skipped > 0 || elements > MAX_ELEMENTS || open.length > MAX_DEPTH) {
      skipped += 1;
      isCut = true;
      return;
    }
    const own = Object.entries(attributes).map(([key, value]) => [attributeName(key), value] as const);
    const node = { name: localName(name), attributes: Object.fromEntries(own), children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  const text = (said: string): void => {
    if (skipped === 0 && said !== '') open.at(-1)?.children.push(said);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    if (skipped > 0) skipped -= 1;
    else if (open.length > 1) open.pop();
  });
  try {
    parser.write(source).close();
  } catch {
    // A part without an end: what has been read so far is kept.
  }
  return { root, isCut };
}

export function childrenOf(node: XmlNode): XmlNode[] {
  return node.children.filter((child) => typeof child !== 'string');
}

export function childNamed(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node && childrenOf(node).find((child) => child.name === name);
}

/** All elements of a name below one, in document order; those within such an element are not among them. */
export function nodesNamed(node: XmlNode, name: string): XmlNode[] {
  return childrenOf(node).flatMap((child) => (child.name === name ? [child] : nodesNamed(child, name)));
}

/** All text below an element, as it stands. */
export function textIn(node: XmlNode): string {
  return node.children.map((child) => (typeof child === 'string' ? child : textIn(child))).join('');
}

/** The relation of an element stands beside its own id, and both are called "id": it is `relation` here. */
function attributeName(name: string): string {
  return name === 'r:id' ? 'relation' : localName(name);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
