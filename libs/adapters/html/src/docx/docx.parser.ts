import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { zipSync } from 'fflate';
import { readDublinCore } from '../container/dublin-core.js';
import { decodeXml, readXml } from '../container/read-xml.js';
import { refusal, ZipContainer } from '../container/zip-container.js';
import { markTableHeads } from './mark-table-heads.js';

const MAIN_PART = 'word/document.xml';
const PROPERTIES_PART = 'docProps/core.xml';
/** The parts that text and its styles are in; pictures, fonts and embedded files are never unpacked. */
const TEXT_PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/[^/]+\.xml|word\/_rels\/[^/]+\.rels)$/;
/** A title is the outermost heading; the other styles are the library's own. */
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];
/** Where the library leads from a note back to its mark. */
const BACK_LINK = /(?<!\s)\s*<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g;

/**
 * Reads Word documents: headings by their styles, lists, tables row by row, notes at the end. What was deleted under
 * revision is left out, pictures leave their alternative text. The document is turned into a page, which `pages` reads.
 */
export class DocxParser implements DocumentParser {
  readonly name = 'docx';
  readonly mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  readonly extensions = ['.docx', '.docm'];

  /** @param pages reads HTML */
  constructor(private readonly pages: DocumentParser) {}

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    const container = await ZipContainer.open(bytes, name, signal);
    if (!container.paths.includes(MAIN_PART)) throw refusal(name, 'is not a Word document: it holds no text part.');
    const parts: Record<string, Uint8Array> = {};
    const warnings: string[] = [];
    for (const path of container.paths) {
      if (!TEXT_PARTS.test(path)) continue;
      const part = path === MAIN_PART ? await container.read(path) : await container.readIfWhole(path);
      if (part) parts[path] = part;
      else warnings.push(`${path} in the file is broken and was left out.`);
    }
    const properties = await container.readIfWhole(PROPERTIES_PART);
    signal.throwIfAborted();

    const { html, without } = await toHtml(parts, name);
    if (without !== null) warnings.push(`${without} could not be read.`);
    signal.throwIfAborted();
    const page = await this.pages.parse({ bytes: new TextEncoder().encode(html), name: `${name}.html`, signal });
    const { title, metadata } = readDublinCore(readXml(properties ? decodeXml(properties) : ''));
    return {
      ...page,
      title: title === '' ? page.title : title,
      metadata,
      warnings: [...page.warnings, ...warnings],
    };
  }
}

/** What is tried without where a document cannot be read whole: which parts are left, and what is missing then. */
const ATTEMPTS: readonly { readonly parts: RegExp; readonly without: string | null }[] = [
  { parts: /./, without: null },
  {
    parts:
      /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:document|styles|numbering)\.xml|word\/_rels\/document\.xml\.rels)$/,
    without: 'Its notes and comments',
  },
  {
    parts: /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/document\.xml)$/,
    without: 'Its styles, lists, links and notes',
  },
];

/** @returns the document as a page, without what one broken part would have cost all of it */
async function toHtml(
  parts: Record<string, Uint8Array>,
  name: string,
): Promise<{ readonly html: string; readonly without: string | null }> {
  let problem: unknown;
  for (const { parts: kept, without } of ATTEMPTS) {
    const some = Object.fromEntries(Object.entries(parts).filter(([path]) => kept.test(path)));
    try {
      return { html: await convert(some), without };
    } catch (error) {
      problem ??= error;
    }
  }
  throw refusal(name, 'is broken: its text part is not what Word writes.', problem);
}

/** The library unpacks archives itself and without limits: it gets one that is not packed, of the parts that are read. */
async function convert(parts: Record<string, Uint8Array>): Promise<string> {
  // Loaded with the first document: the library is large, and most processes never read one.
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
    {
      styleMap: STYLES,
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      transformDocument: markTableHeads,
    },
  );
  return value.replace(BACK_LINK, '');
}
