import { setImmediate as nextTurn } from 'node:timers/promises';
import { ParsedDocumentBuilder, struckTextWarnings, zipNames } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { decodeXml, readDublinCore, readXml } from '../read-xml.js';
import { Losses } from '../docx/losses.js';
import { refusal, ZipContainer } from '../zip-container.js';
import { readTable, rowNodes } from './opendocument-tables.js';
import { ListNumbers } from './opendocument-lists.js';
import { OpenDocumentTexts, SILENT } from './opendocument-texts.js';
import { writeTable } from './grid-table.js';
import { childNamed, childrenOf, nodesNamed, readXmlTree, textIn, type XmlNode } from './xml-tree.js';

/**
 * Reads OpenDocument texts, spreadsheets and presentations: headings, lists and tables, each sheet and slide as a section. Rows
 * carry the names of their columns. Changes that were deleted and comments are left out, with a warning.
 */
export class OpenDocumentParser implements DocumentParser {
  readonly name = 'opendocument';
  readonly mediaType = 'application/vnd.oasis.opendocument.text';
  readonly extensions = ['.odt', '.ods', '.odp', '.ott'];
  readonly otherMediaTypes = {
    'application/vnd.oasis.opendocument.spreadsheet': '.ods',
    'application/vnd.oasis.opendocument.presentation': '.odp',
  };

  recognises(bytes: Uint8Array): boolean {
    return zipNames(bytes, 'application/vnd.oasis.opendocument');
  }

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    const container = await ZipContainer.open(bytes, name, signal);
    const part = await container.readIfWhole('content.xml');
    if (!part) throw refusal(name, 'is not a readable OpenDocument file: it has no content.');
    const { root, isCut } = readXmlTree(decodeXml(part));
    await nextTurn();
    signal.throwIfAborted();
    const builder = new ParsedDocumentBuilder();
    if (isCut) builder.warn('It has more elements than a document that people wrote; the rest was left out.');
    const losses = new Losses();
    const common = await container.readIfWhole('styles.xml');
    const styles = common ? [readXml(common), root] : [root];
    const texts = new OpenDocumentTexts(styles);
    // What stands on every page or slide stands here once.
    for (const text of common ? marginsIn(styles[0] ?? root, texts) : []) builder.append('paragraph', text);
    const writer = new OpenDocumentWriter(builder, losses, texts, new ListNumbers(styles));
    for (const body of nodesNamed(root, 'body')) writer.write(body);
    for (const sentence of struckTextWarnings(texts.struck, builder.empty)) builder.warn(sentence);
    for (const sentence of losses.sentences()) builder.warn(sentence);
    const meta = await container.readIfWhole('meta.xml');
    return builder.build(meta ? readDublinCore(readXml(meta)) : {});
  }
}

class OpenDocumentWriter {
  private slides = 0;
  private isSpreadsheet = false;

  constructor(
    private readonly builder: ParsedDocumentBuilder,
    private readonly losses: Losses,
    private readonly texts: OpenDocumentTexts,
    private readonly numbers: ListNumbers,
  ) {}

  /** @param label stands before the first paragraph of an item; undefined outside of items */
  write(node: XmlNode, label?: string): void {
    let mark = label;
    for (const child of childrenOf(node)) {
      if (SILENT.has(child.name)) {
        this.lose(child);
        continue;
      }
      if (child.name === 'title' || child.name === 'desc') this.builder.append('paragraph', textIn(child));
      this.isSpreadsheet ||= child.name === 'spreadsheet';
      if (child.name === 'h') this.heading(child, mark);
      else if (child.name === 'p') {
        this.paragraph(child, mark);
        if (mark !== undefined) mark = '';
      } else if (child.name === 'list') this.list(child);
      else if (child.name === 'table') this.table(child);
      else if (child.name === 'page') this.slide(child);
      else this.write(child, mark);
    }
  }

  private list(list: XmlNode): void {
    this.numbers.open(list);
    for (const item of childrenOf(list))
      this.write(item, item.name === 'list-item' ? this.numbers.next(item) : undefined);
    this.numbers.close();
  }

  private heading(node: XmlNode, label = '-'): void {
    const level = levelOf(node);
    const number = label === '-' || label === '' ? this.numbers.nextHeading(node, level) : label;
    this.builder.heading(`${number} ${this.texts.of(node)}`.trimStart(), level);
    this.notesOf(node);
  }

  /** Notes and comments within a text, behind it. */
  private notesOf(node: XmlNode): void {
    for (const note of nodesNamed(node, 'note-body')) this.write(note);
    for (const name of ['annotation', 'hidden-text', 'hidden-paragraph', 'object', 'object-ole'])
      for (const part of nodesNamed(node, name)) this.lose(part);
  }

  private lose(part: XmlNode): void {
    if (part.name === 'tracked-changes') this.losses.add('deleted', '', nodesNamed(part, 'deletion').length);
    else if (part.name === 'annotation')
      this.losses.add('comment', textIn(childNamed(part, 'creator') ?? part).slice(0, 40));
    else if (part.name.startsWith('hidden')) this.losses.add('hidden');
    else if (part.name.startsWith('object')) this.losses.add('object');
  }

  private paragraph(node: XmlNode, label: string | undefined): void {
    const text = this.texts.of(node);
    this.builder.append(
      label === undefined ? 'paragraph' : 'list_item',
      label !== undefined && label !== '' && text.trim() !== '' ? `${label} ${text}` : text,
    );
    this.notesOf(node);
  }

  private slide(page: XmlNode): void {
    this.slides += 1;
    this.builder.page(this.slides);
    const title = childrenOf(page).find(({ attributes }) => attributes.class === 'title');
    if (title)
      this.builder.heading(
        nodesNamed(title, 'p')
          .map((text) => this.texts.of(text))
          .join(' '),
        1,
      );
    this.write({ ...page, children: page.children.filter((child) => child !== title) });
  }

  /** A sheet is a section; its head is what the document says, else the first row of texts alone. */
  private table(table: XmlNode): void {
    const rows = readTable(table, this.texts);
    if (rows.length === 0) return;
    if (this.isSpreadsheet && table.attributes.name !== undefined) this.builder.heading(table.attributes.name, 1);
    writeTable(this.builder, rows);
    for (const row of rowNodes(table)) for (const note of nodesNamed(row, 'note-body')) this.write(note);
    for (const shapes of childrenOf(table).filter(({ name }) => name === 'shapes')) this.write(shapes);
  }
}

/** Headers and footers of pages without their numbers, and what a master puts on each slide. */
function marginsIn(styles: XmlNode, texts: OpenDocumentTexts): ReadonlySet<string> {
  const said = new Set<string>();
  for (const page of nodesNamed(styles, 'master-page')) {
    const parts = childrenOf(page).flatMap((part) => {
      if (/^(?:header|footer)(?:-(?:left|first))?$/.test(part.name)) return [part];
      const waits = part.attributes.placeholder === 'true' || part.attributes.class !== undefined;
      return part.name === 'frame' || part.name === 'custom-shape' ? (waits ? [] : [part]) : [];
    });
    for (const paragraph of parts.flatMap((part) => nodesNamed(part, 'p'))) {
      const text = texts.of(withoutNumbers(paragraph)).trim();
      if (/\p{L}/u.test(text)) said.add(text);
    }
  }
  return said;
}

/** A text without fields that differ from page to page. */
function withoutNumbers(node: XmlNode): XmlNode {
  const children = node.children.flatMap((child): (XmlNode | string)[] => {
    if (typeof child === 'string') return [child];
    return /^(?:page-(?:number|count|name)|date|time|title|sheet-name|file-name)$/.test(child.name)
      ? []
      : [withoutNumbers(child)];
  });
  return { ...node, children };
}

function levelOf({ attributes }: XmlNode): number {
  const level = Number(attributes['outline-level'] ?? 1);
  return Number.isInteger(level) && level >= 1 ? level : 1;
}
