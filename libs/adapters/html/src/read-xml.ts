import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import { childrenOf, readXmlTree, textIn, type XmlNode } from './office/xml-tree.js';

/** The tree of a small part that describes a container. @returns a root without children where the part is missing or no XML */
export function readXml(bytes: Uint8Array | null | undefined): XmlNode {
  return readXmlTree(bytes ? decodeXml(bytes) : '').root;
}

/** All elements of a name below one, in document order. */
export function elementsNamed(root: XmlNode, name: string): XmlNode[] {
  const found: XmlNode[] = [];
  const stack = childrenOf(root).reverse();
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (element.name === name) found.push(element);
    for (const child of childrenOf(element).reverse()) stack.push(child);
  }
  return found;
}

/** XML parts of both containers are UTF-8 or marked UTF-16. */
export function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Our names of the elements of the Dublin Core that both containers use, and of Word's own two. */
const FIELDS: Readonly<Record<string, string>> = {
  creator: 'author',
  subject: 'subject',
  keywords: 'keywords',
  description: 'description',
  publisher: 'publisher',
  language: 'lang',
  date: 'date',
  created: 'created',
  modified: 'modified',
};

export interface DescribedDocument {
  /** Empty when there is none. */
  readonly title: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** What a container's description says: title, author, language, dates. Several of one kind are joined. */
export function readDublinCore(root: XmlNode): DescribedDocument {
  const valuesOf = (name: string): string[] =>
    elementsNamed(root, name)
      .map((element) => singleLine(normalizeText(textIn(element))))
      .filter((text) => text !== '');
  const metadata: Record<string, string> = {};
  for (const [element, field] of Object.entries(FIELDS)) {
    const values = [...new Set(valuesOf(element))];
    if (values.length > 0) metadata[field] = values.join(', ');
  }
  return { title: valuesOf('title')[0] ?? '', metadata };
}
