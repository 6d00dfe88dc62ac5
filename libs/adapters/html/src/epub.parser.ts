import { normalizeText, ParsedDocumentBuilder, singleLine, zipNames } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { childNamed, childrenOf, textIn, type XmlNode } from './office/xml-tree.js';
import { type DescribedDocument, elementsNamed, readDublinCore, readXml } from './read-xml.js';
import { refusal, ZipContainer } from './zip-container.js';

const CONTAINER_PART = 'META-INF/container.xml';
const ENCRYPTION_PART = 'META-INF/encryption.xml';
/** Scrambling of fonts, which books without protection use as well (EPUB 3.3, 4.3). */
const FONT_OBFUSCATION: ReadonlySet<string> = new Set([
  'http://www.idpf.org/2008/embedding',
  'http://ns.adobe.com/pdf/enc#RC',
]);
/** A chapter's media type, of EPUB 3 and of 2. */
const CHAPTER_TYPES: ReadonlySet<string> = new Set(['application/xhtml+xml', 'text/html', 'text/x-oeb1-document']);
const IS_CONTENTS = /\.ncx$/i;
const MAX_NAMED = 5;
/** Chapters of one book. */
const MAX_CHAPTERS = 5_000;

/**
 * Reads e-books: the chapters in the order of the spine, each as a page, with their headings as sections. A chapter without
 * headings gets the one that the table of contents gives it. Pictures leave their alternative text.
 */
export class EpubParser implements DocumentParser {
  readonly name = 'epub';
  readonly mediaType = 'application/epub+zip';
  readonly extensions = ['.epub'];

  /** @param pages reads HTML */
  constructor(private readonly pages: DocumentParser) {}

  /** The first file of the archive holds the media type (EPUB 3.3, 4.3). */
  recognises(bytes: Uint8Array): boolean {
    return zipNames(bytes, this.mediaType);
  }

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    const container = await ZipContainer.open(bytes, name, signal);
    const { title, metadata, chapters, contents, others } = await readPackage(container, name);
    const titles = await readContents(container, contents);
    const builder = new ParsedDocumentBuilder();
    let read = 0;
    for (const path of chapters) {
      signal.throwIfAborted();
      // The navigation document is a chapter of some books: links, which say what stands elsewhere.
      if (path === contents) continue;
      const chapter = await this.readChapter(container, path, signal);
      if (typeof chapter === 'string') {
        builder.warn(chapter);
        continue;
      }
      read++;
      const entry = titles.get(path);
      if (entry && chapter.sections.length === 0 && chapter.text !== '') builder.heading(entry.title, entry.level);
      builder.appendDocument(chapter);
    }
    if (others.length > 0) builder.warn(`Parts outside of the order of reading were left out: ${others.join(', ')}.`);
    if (read === 0) throw refusal(name, 'is broken: none of its chapters can be read.');
    return builder.build({ title, metadata });
  }

  /** @returns why the chapter is missing, as a sentence, where it cannot be read */
  private async readChapter(
    container: ZipContainer,
    path: string,
    signal: AbortSignal,
  ): Promise<ParsedDocument | string> {
    const bytes = await container.readIfWhole(path);
    if (bytes === undefined) return `The chapter ${path} is missing in the file.`;
    if (bytes === null) return `The chapter ${path} is broken and could not be unpacked.`;
    try {
      return await this.pages.parse({ bytes, name: `${path}.xhtml`, signal });
    } catch {
      signal.throwIfAborted();
      return `The chapter ${path} could not be read.`;
    }
  }
}

interface BookPackage extends DescribedDocument {
  /** Paths of the chapters in reading order, each once. */
  readonly chapters: readonly string[];
  /** Path of the table of contents: a navigation document (EPUB 3) or an NCX (EPUB 2). */
  readonly contents: string | undefined;
  /** Names of parts that are in no order of reading, and of drawings as chapters, which are not read. */
  readonly others: readonly string[];
}

/**
 * Reads the package document of a book: its metadata, and its chapters in the order of the spine. Chapters beside the order of
 * reading (`linear="no"`: notes, answers) come last.
 *
 * @throws ArbiterError INVALID_REQUEST when it is no book, or one whose chapters are protected
 */
async function readPackage(container: ZipContainer, name: string): Promise<BookPackage> {
  const located = await container.read(CONTAINER_PART);
  const path = located && elementsNamed(readXml(located), 'rootfile')[0]?.attributes['full-path'];
  const bytes = path === undefined ? undefined : await container.read(path);
  if (path === undefined || !bytes) throw refusal(name, 'is not a readable e-book: it holds no package document.');
  const root = readXml(bytes);
  const hrefs = new Map<string, string>();
  let contents: string | undefined;
  const toc = elementsNamed(root, 'spine')[0]?.attributes.toc;
  for (const { attributes } of elementsNamed(root, 'item')) {
    const { id = '', href = '', properties = '', 'media-type': type = '' } = attributes;
    const target = resolvePath(path, href);
    if (CHAPTER_TYPES.has(type)) hrefs.set(id, target);
    if (properties.split(/\s+/).includes('nav') || (id === toc && contents === undefined)) contents = target;
  }
  const itemrefs = elementsNamed(root, 'itemref').map(({ attributes }) => attributes);
  const linear = itemrefs.filter((one) => one.linear !== 'no');
  const order = [...linear, ...itemrefs.filter((one) => one.linear === 'no')]
    .map(({ idref = '' }) => hrefs.get(idref))
    .filter((href) => href !== undefined);
  const inOrder = new Set(itemrefs.map(({ idref = '' }) => idref));
  const others = elementsNamed(root, 'item')
    .map(({ attributes: { id = '', href = '' } }) => ({ id, href, target: resolvePath(path, href) }))
    .filter(({ id, target }) => target !== contents && hrefs.has(id) !== inOrder.has(id))
    .filter(({ id, href }) => hrefs.has(id) || !IS_CONTENTS.test(href))
    .map(({ href }) => href.slice(0, 100));
  const chapters = [...new Set(order)].slice(0, MAX_CHAPTERS);
  if (chapters.length === 0) throw refusal(name, 'is not a readable e-book: it names no chapters.');
  await refuseProtected(container, chapters, name);
  return { ...readDublinCore(metadataOf(root)), chapters, contents, others: others.slice(0, MAX_NAMED) };
}

function metadataOf(root: XmlNode): XmlNode {
  return elementsNamed(root, 'metadata')[0] ?? { name: '', attributes: {}, children: [] };
}

async function refuseProtected(container: ZipContainer, chapters: readonly string[], name: string): Promise<void> {
  const bytes = await container.readIfWhole(ENCRYPTION_PART);
  if (!bytes) return;
  for (const encrypted of elementsNamed(readXml(bytes), 'EncryptedData')) {
    const algorithm = elementsNamed(encrypted, 'EncryptionMethod')[0]?.attributes.Algorithm ?? '';
    const target = elementsNamed(encrypted, 'CipherReference')[0]?.attributes.URI ?? '';
    if (!FONT_OBFUSCATION.has(algorithm) && chapters.includes(resolvePath('', target))) {
      throw refusal(name, 'is protected against copying (DRM): its chapters are encrypted.');
    }
  }
}

interface ContentsEntry {
  readonly title: string;
  /** 1 is outermost. */
  readonly level: number;
}

/** What the table of contents calls each chapter; the first entry that leads to it. Empty when there is none. */
async function readContents(
  container: ZipContainer,
  path: string | undefined,
): Promise<ReadonlyMap<string, ContentsEntry>> {
  const entries = new Map<string, ContentsEntry>();
  const bytes = path === undefined ? undefined : await container.read(path).catch(() => undefined);
  if (path === undefined || !bytes) return entries;
  const root = readXml(bytes);
  const add = (target: string | undefined, text: string, level: number): void => {
    const title = singleLine(normalizeText(text));
    const chapter = resolvePath(path, target ?? '');
    if (title !== '' && target !== undefined && !entries.has(chapter)) entries.set(chapter, { title, level });
  };
  visit(root, 'navPoint', 0, (point, level) => {
    const label = childNamed(point, 'navLabel');
    add(childNamed(point, 'content')?.attributes.src, label ? textIn(label) : '', level);
  });
  const navigation = elementsNamed(root, 'nav').find(({ attributes }) => (attributes.type ?? 'toc') === 'toc');
  if (navigation) {
    visit(navigation, 'li', 0, (item, level) => {
      const link = childNamed(item, 'a');
      add(link?.attributes.href, link ? textIn(link) : '', level);
    });
  }
  return entries;
}

/** Calls back for each element of a name with its depth among those, from 1. */
function visit(root: XmlNode, name: string, depth: number, found: (element: XmlNode, level: number) => void): void {
  const stack = childrenOf(root)
    .map((element) => ({ element, level: depth }))
    .reverse();
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { element } = next;
    const level = element.name === name ? next.level + 1 : next.level;
    if (element.name === name) found(element, level);
    for (const child of childrenOf(element).reverse()) stack.push({ element: child, level });
  }
}

/**
 * A reference within a container as a path of it: relative to the file that it stands in, without query and fragment, percent
 * signs decoded. It cannot lead out of the container: what would is a path that no container has.
 */
function resolvePath(from: string, reference: string): string {
  const [target = ''] = reference.split(/[?#]/);
  const folder = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : '';
  const segments: string[] = [];
  for (const segment of `${target.startsWith('/') ? '' : folder}/${decode(target)}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A percent sign that stands for itself.
    return path;
  }
}
