import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import { SaxesParser } from 'saxes';

/** Elements of one part; descriptions of a container have some thousand. */
const MAX_ELEMENTS = 200_000;
/** Characters of one part; a larger one describes no document. */
const MAX_LENGTH = 16 * 1_024 * 1_024;

/** Names without their prefixes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Of the element itself and all below it. */
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads the small XML parts that describe a container. Entities that a document type declares stay as written: they are
 * not expanded, and nothing is fetched. XML that is not well-formed is read as far as possible.
 *
 * @returns a root whose children are the elements of the document; empty if the source is no XML
 */
export function readXml(source: string): XmlElement {
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open: OpenElement[] = [root];
  let elements = 0;
  const parser = new SaxesParser();
  // A handler of errors keeps the parser going. Unreadable parts are missing; the reader of the part reports them.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    const own = Object.entries(attributes).map(([key, value]) => [localName(key), value] as const);
    open.push({ name: localName(name), attributes: Object.fromEntries(own), children: [], text: '' });
    if (++elements > MAX_ELEMENTS) throw new RangeError(`more than ${MAX_ELEMENTS} elements`);
  });
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  parser.on('cdata', (text) => {
    const last = open.at(-1);
    if (last) last.text += text;
  });
  const close = (): void => {
    const element = open.length > 1 ? open.pop() : undefined;
    const parent = open.at(-1);
    if (!element || !parent) return;
    parent.children.push(element);
    parent.text += element.text;
  };
  parser.on('closetag', close);
  try {
    if (source.length <= MAX_LENGTH) parser.write(source).close();
  } catch {
    // A part without an end: the elements read so far are kept.
  }
  while (open.length > 1) close();
  return root;
}

/** All elements of a name below one, in document order. */
export function elementsNamed(root: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const stack = [...root.children].reverse();
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (element.name === name) found.push(element);
    for (let index = element.children.length - 1; index >= 0; index--) {
      const child = element.children[index];
      if (child) stack.push(child);
    }
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

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
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
export function readDublinCore(root: XmlElement): DescribedDocument {
  const valuesOf = (name: string): string[] =>
    elementsNamed(root, name)
      .map(({ text }) => singleLine(normalizeText(text)))
      .filter((text) => text !== '');
  const metadata: Record<string, string> = {};
  for (const [element, field] of Object.entries(FIELDS)) {
    const values = [...new Set(valuesOf(element))];
    if (values.length > 0) metadata[field] = values.join(', ');
  }
  return { title: valuesOf('title')[0] ?? '', metadata };
}
