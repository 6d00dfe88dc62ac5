import { isCompoundFile, isValueColumn, zipNames } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { zipSync } from 'fflate';
import { flattenDocument, type FlattenedDocument } from './docx/flatten-document.js';
import { Losses } from './docx/losses.js';
import { readDublinCore, readXml } from './read-xml.js';
import { refusal, ZipContainer } from './zip-container.js';

const MAIN_PART = 'word/document.xml';
const PROPERTIES_PART = 'docProps/core.xml';
/** The parts that text and its styles are in; pictures, fonts and embedded files are never unpacked. */
const TEXT_PARTS =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:(?:charts|diagrams)\/)?[^/]+\.xml|word\/_rels\/[^/]+\.rels)$/;
/** A title is the outermost heading; the other styles are the library's own. */
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];
/** Where the library leads from a note back to its mark. */
const BACK_LINK = /(?<!\s)\s*<a href="#(?:foot|end)note-ref-[^"]*">↑<\/a>/g;

/** Longer cells are texts, not names of columns. */
const MAX_NAME = 80;
/** In a table of fewer columns the first row may as well be a first pair of name and value. */
const MIN_COLUMNS = 3;
/** Rows by which columns of values are told. */
const SAMPLE_ROWS = 200;

/** How the library's messages about a sign begin that has no character in Unicode. */
const LOST_SYMBOL = 'A w:sym element';

/**
 * Reads Word documents: headings by their styles, lists with the numbers that Word computes, tables row by row, formulas
 * as text, headers and footers once, text boxes after their paragraph, notes at the end. Hidden text, text deleted under
 * revision and comments are left out, with a warning. Pictures leave their alternative text. The document becomes a page, which `pages` reads.
 */
export class DocxParser implements DocumentParser {
  readonly name = 'docx';
  readonly mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  readonly extensions = ['.docx', '.docm'];

  /** @param pages reads HTML */
  constructor(private readonly pages: DocumentParser) {}

  /** Old and encrypted Office files count as well: this parser says what to do with them. */
  recognises(bytes: Uint8Array): boolean {
    return isCompoundFile(bytes) || zipNames(bytes, MAIN_PART);
  }

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

    const flattened = flatten(parts, name);
    for (const warning of flattened.warnings) warnings.push(warning);
    signal.throwIfAborted();
    const { html, without, symbols } = await toHtml(flattened.parts, name);
    const losses = new Losses();
    losses.add('symbol', '', symbols);
    for (const warning of losses.sentences()) warnings.push(warning);
    if (without !== null) warnings.push(`${without} could not be read.`);
    signal.throwIfAborted();
    const page = await this.pages.parse({ bytes: new TextEncoder().encode(html), name: `${name}.html`, signal });
    const { title, metadata } = readDublinCore(readXml(properties));
    return {
      ...page,
      title: title === '' ? page.title : title,
      metadata,
      warnings: [...page.warnings, ...warnings],
    };
  }
}

function flatten(parts: Record<string, Uint8Array>, name: string): FlattenedDocument {
  try {
    return flattenDocument(parts, MAIN_PART);
  } catch (error) {
    throw refusal(name, 'is broken: its text is nested deeper than Word writes.', error);
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

interface ConvertedDocument {
  readonly html: string;
  /** Signs that were left out. */
  readonly symbols: number;
}

/** @returns the document as a page, without what one broken part would have cost all of it */
async function toHtml(
  parts: Record<string, Uint8Array>,
  name: string,
): Promise<ConvertedDocument & { readonly without: string | null }> {
  let problem: unknown;
  for (const { parts: kept, without } of ATTEMPTS) {
    const some = Object.fromEntries(Object.entries(parts).filter(([path]) => kept.test(path)));
    try {
      return { ...(await convert(some)), without };
    } catch (error) {
      problem ??= error;
    }
  }
  throw refusal(name, 'is broken: its text part is not what Word writes.', problem);
}

/** The library unpacks archives itself and without limits: it gets one that is not packed, of the parts that are read. */
async function convert(parts: Record<string, Uint8Array>): Promise<ConvertedDocument> {
  // Loaded with the first document: the library is large, and most processes never read one.
  const { default: mammoth } = await import('mammoth');
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
    {
      styleMap: STYLES,
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      transformDocument: markTableHeads,
    },
  );
  const symbols = messages.filter(({ message }) => message.startsWith(LOST_SYMBOL)).length;
  return { html: value.replace(BACK_LINK, ''), symbols };
}

/** What is read of the library's document tree; it has no types of its own. */
interface DocxNode {
  readonly type: string;
  readonly children?: readonly DocxNode[];
  readonly value?: string;
  readonly isBold?: boolean;
  readonly isHeader?: boolean;
}

/**
 * Marks the first row of a table as its head where the writer's program did not, which few people ask it to: a row of
 * different short texts without numbers that stands in bold over one that does not, or in a table of three columns or more
 * over columns of values. Names that span columns are left to the reader of pages.
 */
function markTableHeads(node: DocxNode): DocxNode {
  if (!node.children) return node;
  const children = node.children.map(markTableHeads);
  const [first, ...body] = children;
  const unmarked = node.type === 'table' && !children.some(({ isHeader }) => isHeader === true);
  if (!unmarked || !first || !isHead(first, body)) return { ...node, children };
  return { ...node, children: [{ ...first, isHeader: true }, ...children.slice(1)] };
}

function isHead(first: DocxNode, body: readonly DocxNode[]): boolean {
  const [second] = body;
  const cells = first.children ?? [];
  const names = cells.map((cell) => textOf(cell).trim());
  if (new Set(names).size !== names.length || !second || cells.length !== second.children?.length) return false;
  if (names.some((name) => name === '' || name.length > MAX_NAME || /\d/.test(name))) return false;
  if (cells.length > 1 && isBold(first) && !isBold(second)) return true;
  const lines = body
    .slice(0, SAMPLE_ROWS)
    .map(({ children = [] }) => ({ texts: children.map((cell) => textOf(cell).trim()) }));
  return cells.length >= MIN_COLUMNS && cells.some((_, column) => isValueColumn(lines, column));
}

/** Whether all of its text is bold. */
function isBold(node: DocxNode, inherited = false): boolean {
  const bold = inherited || node.isBold === true;
  if (node.type === 'text') return bold || (node.value ?? '').trim() === '';
  return (node.children ?? []).every((child) => isBold(child, bold));
}

function textOf(node: DocxNode): string {
  return node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(textOf).join('');
}
