import { readDublinCore, type DescribedDocument } from '../container/dublin-core.js';
import { decodeXml, elementsNamed, readXml, type XmlElement } from '../container/read-xml.js';
import { refusal, type ZipContainer } from '../container/zip-container.js';
import { resolvePath } from './resolve-path.js';

const CONTAINER_PART = 'META-INF/container.xml';
const ENCRYPTION_PART = 'META-INF/encryption.xml';
/** Scrambling of fonts, which books without protection use as well (EPUB 3.3, 4.3). */
const FONT_OBFUSCATION: ReadonlySet<string> = new Set([
  'http://www.idpf.org/2008/embedding',
  'http://ns.adobe.com/pdf/enc#RC',
]);
/** A chapter's media type, of EPUB 3 and of 2. */
const CHAPTER_TYPES: ReadonlySet<string> = new Set(['application/xhtml+xml', 'text/html', 'text/x-oeb1-document']);
/** Chapters of one book. */
const MAX_CHAPTERS = 5_000;

export interface BookPackage extends DescribedDocument {
  /** Paths of the chapters in reading order, each once. */
  readonly chapters: readonly string[];
  /** Path of the table of contents: a navigation document (EPUB 3) or an NCX (EPUB 2). */
  readonly contents: string | undefined;
}

/**
 * Reads the package document of a book: what it is, and its chapters in the order of the spine. What is outside of the
 * order of reading (`linear="no"`) is left out.
 *
 * @throws ArbiterError INVALID_REQUEST when it is no book, or one whose chapters are protected
 */
export async function readPackage(container: ZipContainer, name: string): Promise<BookPackage> {
  const located = await container.read(CONTAINER_PART);
  const path = located && elementsNamed(readXml(decodeXml(located)), 'rootfile')[0]?.attributes['full-path'];
  const bytes = path === undefined ? undefined : await container.read(path);
  if (path === undefined || !bytes) throw refusal(name, 'is not a readable e-book: it holds no package document.');
  const root = readXml(decodeXml(bytes));
  const hrefs = new Map<string, string>();
  let contents: string | undefined;
  const toc = elementsNamed(root, 'spine')[0]?.attributes.toc;
  for (const { attributes } of elementsNamed(root, 'item')) {
    const { id = '', href = '', properties = '', 'media-type': type = '' } = attributes;
    const target = resolvePath(path, href);
    if (CHAPTER_TYPES.has(type)) hrefs.set(id, target);
    if (properties.split(/\s+/).includes('nav') || (id === toc && contents === undefined)) contents = target;
  }
  const order = elementsNamed(root, 'itemref')
    .filter(({ attributes }) => attributes.linear !== 'no')
    .map(({ attributes }) => hrefs.get(attributes.idref ?? ''))
    .filter((href) => href !== undefined);
  const chapters = [...new Set(order)].slice(0, MAX_CHAPTERS);
  if (chapters.length === 0) throw refusal(name, 'is not a readable e-book: it names no chapters.');
  await refuseProtected(container, chapters, name);
  return { ...readDublinCore(metadataOf(root)), chapters, contents };
}

function metadataOf(root: XmlElement): XmlElement {
  return elementsNamed(root, 'metadata')[0] ?? { name: '', attributes: {}, children: [], text: '' };
}

async function refuseProtected(container: ZipContainer, chapters: readonly string[], name: string): Promise<void> {
  const bytes = await container.readIfWhole(ENCRYPTION_PART);
  if (!bytes) return;
  for (const encrypted of elementsNamed(readXml(decodeXml(bytes)), 'EncryptedData')) {
    const algorithm = elementsNamed(encrypted, 'EncryptionMethod')[0]?.attributes.Algorithm ?? '';
    const target = elementsNamed(encrypted, 'CipherReference')[0]?.attributes.URI ?? '';
    if (!FONT_OBFUSCATION.has(algorithm) && chapters.includes(resolvePath('', target))) {
      throw refusal(name, 'is protected against copying (DRM): its chapters are encrypted.');
    }
  }
}
