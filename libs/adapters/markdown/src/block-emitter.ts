import {
  MARK,
  type ParsedDocumentBuilder,
  resolveMarks,
  singleLine,
  texFormula,
  tidyLines,
} from '@arbiter/adapter-kit/documents';
import type { ParsedBlock, ParsedDocument } from '@arbiter/ports';
import type {
  BlockContent,
  Code,
  DefinitionContent,
  Heading,
  List,
  ListItem,
  Nodes,
  PhrasingContent,
  RootContent,
  Table,
  TableCell,
} from 'mdast';
import { decodeString } from 'micromark-util-decode-string';
import { describeTable } from './describe-table.js';
import { type InlineContext, inlineText, type LinkTarget } from './inline-text.js';
import { TagReader } from './tag-reader.js';

/** Obsidian's and GitHub's mark of a kind of quote: `> [!note] Title`. */
const CALLOUT = /^\[!(\w+)\][+-]?(\s*)/;
const CODE_TITLE = /\btitle=(?:"([^"]*)"|'([^']*)'|(\S+))/;

const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g;
const UNREAD_ELEMENTS = /<(script|style|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** What starts a new line where a browser shows it. Attributes end at the next `<`, so that no tag is scanned twice. */
const LINE_TAGS =
  /<(?:br|hr|\/(?:address|blockquote|dd|details|div|dt|figcaption|h[1-6]|li|p|pre|section|summary|tr))\b[^<>]*>/gi;
const CELL_ENDS = /<\/t[dh]\s*>/gi;
const TAGS = /<[/!?]?[a-z][^<>]*>/gi;

/** A tag that sets what follows in bold, and what a paragraph of HTML begins with in bold. */
const BOLD_TAG = /^<(\/?)(?:b|strong)\b[^<>]*>$/i;
const BOLD_HEAD = /^\s*(?:<p\b[^<>]*>\s*)?<(b|strong)\b[^<>]*>([^<]*)<\/\1\s*>/i;

/** A tag that strikes out the blocks up to its end. */
const STRIKING_TAG = /^\s*<(\/?)(del|s|strike)\b[^<>]*>\s*$/i;

type ProseKind = Extract<ParsedBlock['kind'], 'paragraph' | 'list_item' | 'quote'>;

/** Writes the blocks of markdown trees into a document. */
export class BlockEmitter {
  /** Text of the first heading of level 1; empty until there is one. */
  firstTitle = '';
  /** Blocks with struck-out text. */
  readonly struck = { whole: 0, partly: 0 };

  private targets: ReadonlyMap<string, LinkTarget> = new Map();
  private pages: ReadonlyMap<Nodes, ParsedDocument> = new Map();

  constructor(
    private readonly builder: ParsedDocumentBuilder,
    private readonly document: Pick<InlineContext, 'notes' | 'compounds'>,
  ) {}

  /**
   * Emits a tree.
   *
   * @param targets where links with references lead, by their identifiers
   * @param pages what was read of blocks that are HTML; of others only the words are kept
   */
  emitTree(
    nodes: readonly RootContent[],
    targets: ReadonlyMap<string, LinkTarget>,
    pages: ReadonlyMap<Nodes, ParsedDocument>,
  ): void {
    this.targets = targets;
    this.pages = pages;
    this.emit(nodes);
  }

  /** Writes the blocks of HTML where `kind` is what the surrounding block makes of prose. */
  emitPage(page: ParsedDocument, kind: ProseKind = 'paragraph'): void {
    if (kind === 'paragraph') {
      if (this.firstTitle === '') this.firstTitle = page.title;
      this.builder.appendDocument(page);
      return;
    }
    for (const warning of page.warnings) this.builder.warn(warning);
    for (const block of page.blocks) {
      const isProse = block.kind === 'paragraph' || block.kind === 'heading' || kind === 'quote';
      const runIn = page.text.slice(block.start, block.start + (block.runIn ?? 0));
      this.builder.append(isProse ? kind : block.kind, page.text.slice(block.start, block.end), [], runIn);
    }
  }

  /** `kind` is what the surrounding block makes of prose: a paragraph in a quote is a quote. */
  emit(nodes: readonly RootContent[], kind: ProseKind = 'paragraph'): void {
    let read = 0;
    for (const [index, node] of nodes.entries()) {
      if (index < read) continue;
      read = endOfStruck(nodes, index);
      if (read > index) this.struck.whole += 1;
      else this.emitNode(node, kind);
    }
  }

  private emitNode(node: RootContent, kind: ProseKind): void {
    const page = this.pages.get(node);
    if (page) {
      this.emitPage(page, kind);
      return;
    }
    switch (node.type) {
      case 'heading':
        this.emitHeading(node, kind);
        break;
      case 'paragraph': {
        const text = this.prose(node.children);
        if (kind === 'quote') this.builder.append(kind, calloutText(node.children, text));
        else this.builder.append(kind, text, [], this.runIn(node.children));
        break;
      }
      case 'html':
        this.builder.append(kind, this.html(node.value), [], this.html(BOLD_HEAD.exec(node.value)?.[2] ?? ''));
        break;
      case 'code':
        this.emitCode(node);
        break;
      case 'blockquote':
        this.emit(node.children, 'quote');
        break;
      case 'footnoteDefinition':
        this.emit(node.children, 'paragraph');
        break;
      case 'list':
        this.emitList(node);
        break;
      case 'table':
        this.emitTable(node);
        break;
      default:
        // Definitions and rules have no text; the rest are parts of the above and cannot stand here.
        break;
    }
  }

  private emitHeading({ children, depth }: Heading, kind: ProseKind): void {
    const text = this.line(children, false);
    // Headings within quotes and items do not divide the document (CommonMark 5.1).
    if (kind !== 'paragraph') {
      this.builder.append(kind, text);
      return;
    }
    if (depth === 1 && this.firstTitle === '') this.firstTitle = text;
    this.builder.heading(text, depth);
  }

  private emitCode({ lang, meta, value }: Code): void {
    const [, double, single, bare] = CODE_TITLE.exec(meta ?? '') ?? [];
    this.builder.append('paragraph', double ?? single ?? bare ?? '');
    if (lang === 'math') this.builder.append('paragraph', texFormula(value));
    else this.builder.append('code', value);
  }

  private emitList({ ordered, start, children }: List): void {
    for (const [index, item] of children.entries()) {
      this.emitItem(item, ordered ? `${(start ?? 1) + index}. ` : '');
    }
  }

  /** An item's own prose is one block; lists, code and tables within it are blocks of their own. */
  private emitItem({ checked, children }: ListItem, number: string): void {
    let prefix = number + (checked === true ? '[x] ' : checked === false ? '[ ] ' : '');
    let prose: string[] = [];
    let runIn = '';
    const flush = (): void => {
      const text = prose.filter((line) => line !== '').join('\n');
      prose = [];
      if (text === '') return;
      this.builder.append('list_item', prefix + text, [], runIn === '' ? '' : prefix + runIn);
      [prefix, runIn] = ['', ''];
    };
    for (const child of children) {
      const text = this.proseOf(child);
      if (text !== undefined) {
        if (prose.length === 0 && child.type === 'paragraph') runIn = this.runIn(child.children);
        prose.push(text);
        continue;
      }
      flush();
      this.emitNode(child, 'list_item');
    }
    flush();
  }

  /** Prose of an item; undefined for what is a block of its own. */
  private proseOf(node: BlockContent | DefinitionContent): string | undefined {
    const page = this.pages.get(node);
    if (page)
      return page.blocks.every(({ kind }) => kind === 'paragraph') ? page.text.replace(/\n{2,}/g, '\n') : undefined;
    if (node.type === 'paragraph') return this.prose(node.children);
    if (node.type === 'heading') return this.line(node.children);
    if (node.type === 'html') return this.html(node.value);
    return undefined;
  }

  private line(nodes: readonly PhrasingContent[], withAddresses = true): string {
    return singleLine(this.prose(nodes, withAddresses));
  }

  private prose(nodes: readonly PhrasingContent[], withAddresses = true): string {
    return this.resolve(inlineText(nodes, { ...this.document, targets: this.targets }, withAddresses));
  }

  /** What a paragraph begins with in bold; '' for nothing. */
  private runIn(nodes: readonly PhrasingContent[]): string {
    const bold = headInBold(nodes);
    if (bold.length === 0) return '';
    return tidyLines(resolveMarks(inlineText(bold, { ...this.document, targets: this.targets }, true)));
  }

  private html(source: string): string {
    return this.resolve(decodeString(rawText(source, this.document.notes))).replace(/\n{2,}/g, '\n');
  }

  private resolve(text: string): string {
    const resolved = tidyLines(resolveMarks(text));
    if (text.includes(MARK.struck)) this.struck[resolved === '' ? 'whole' : 'partly'] += 1;
    return resolved;
  }

  /** A row with the names of its columns, so that it can be understood, found and quoted on its own. */
  private emitTable({ children }: Table): void {
    const rows = children.map(({ children: cells }) => ({
      texts: cells.map((cell) => this.line(cell.children)),
      stressed: cells.every(isStressed),
      labelled: cells.slice(0, 1).every(isStressed),
    }));
    for (const row of describeTable(rows)) this.builder.append('table_row', row);
  }
}

function headInBold(nodes: readonly PhrasingContent[]): readonly PhrasingContent[] {
  const [first] = nodes;
  if (first?.type === 'strong') return [first];
  const tagOf = (node: PhrasingContent): string | undefined =>
    node.type === 'html' ? BOLD_TAG.exec(node.value)?.[1] : undefined;
  if (!first || tagOf(first) !== '') return [];
  return nodes.slice(0, nodes.findIndex((node) => tagOf(node) === '/') + 1);
}

/** A callout without a title is shown with its kind in the place of one. */
function calloutText([first]: readonly PhrasingContent[], text: string): string {
  const isBare = first?.type === 'text' && /^\[!\w+\][+-]?[^\S\n]*(?:\n|$)/.test(first.value);
  return text.replace(CALLOUT, (_, kind: string) =>
    isBare ? `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}: ` : '',
  );
}

/** All of a cell's text is bold. */
function isStressed({ children }: TableCell): boolean {
  return children.every((child) => child.type === 'strong' || (child.type === 'text' && child.value.trim() === ''));
}

/** Index behind the blocks that a tag strikes out; that of the block itself where it is no such tag or never ends. */
function endOfStruck(nodes: readonly RootContent[], index: number): number {
  const opening = tagOf(nodes[index]);
  if (opening?.[1] !== '') return index;
  const end = nodes.findIndex((node, at) => {
    const closing = at > index ? tagOf(node) : null;
    return closing?.[1] === '/' && closing[2] === opening[2];
  });
  return end < 0 ? index : end + 1;
}

function tagOf(node: RootContent | undefined): RegExpExecArray | null {
  return node?.type === 'html' ? STRIKING_TAG.exec(node.value) : null;
}

/** The words in raw HTML within markdown, a line per paragraph, item or row; a whole page is the HTML parser's business. */
function rawText(html: string, notes: ReadonlySet<string>): string {
  const lines = html
    .replace(COMMENTS, '')
    .replace(UNREAD_ELEMENTS, '')
    .replace(/\n/g, ' ')
    .replace(LINE_TAGS, '\n')
    .replace(CELL_ENDS, ' ');
  const reader = new TagReader(notes, true);
  let read = 0;
  for (const { 0: tag, index } of lines.matchAll(TAGS)) {
    reader.text(lines.slice(read, index));
    reader.tag(tag);
    read = index + tag.length;
  }
  reader.text(lines.slice(read));
  return reader.finish();
}
