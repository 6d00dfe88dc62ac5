import { type ParsedDocumentBuilder, singleLine, tidyLines } from '@arbiter/adapter-kit/documents';
import type { ParsedBlock } from '@arbiter/ports';
import type { BlockContent, DefinitionContent, List, ListItem, PhrasingContent, RootContent, Table } from 'mdast';
import { decodeString } from 'micromark-util-decode-string';

/** Obsidian's and GitHub's mark of a kind of quote: `> [!note] Title`. */
const CALLOUT = /^\[!\w+\][+-]?\s*/;

const COMMENTS = /<!--[\s\S]*?(?:-->|$)/g;
const UNREAD_ELEMENTS = /<(script|style|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** What starts a new line where a browser shows it. Attributes end at the next `<`, so that no tag is scanned twice. */
const LINE_TAGS =
  /<(?:br|hr|\/(?:address|blockquote|dd|details|div|dt|figcaption|h[1-6]|li|p|pre|section|summary|tr))\b[^<>]*>/gi;
const CELL_ENDS = /<\/t[dh]\s*>/gi;
const TAGS = /<[/!?]?[a-z][^<>]*>/gi;

type ProseKind = Extract<ParsedBlock['kind'], 'paragraph' | 'list_item' | 'quote'>;

/** Writes the blocks of markdown trees into a document. */
export class BlockEmitter {
  /** Text of the first heading of level 1; empty until there is one. */
  firstTitle = '';

  constructor(private readonly builder: ParsedDocumentBuilder) {}

  /** `kind` is what the surrounding block makes of prose: a paragraph in a quote is a quote. */
  emit(nodes: readonly RootContent[], kind: ProseKind = 'paragraph'): void {
    for (const node of nodes) this.emitNode(node, kind);
  }

  private emitNode(node: RootContent, kind: ProseKind): void {
    switch (node.type) {
      case 'heading': {
        const text = singleLine(flattenInline(node.children));
        // Headings within quotes and items do not divide the document (CommonMark 5.1).
        if (kind !== 'paragraph') {
          this.builder.append(kind, text);
          break;
        }
        if (node.depth === 1 && this.firstTitle === '') this.firstTitle = text;
        this.builder.heading(text, node.depth);
        break;
      }
      case 'paragraph': {
        const text = flattenInline(node.children);
        this.builder.append(kind, kind === 'quote' ? text.replace(CALLOUT, '') : text);
        break;
      }
      case 'html':
        this.builder.append(kind, htmlToText(node.value));
        break;
      case 'code':
        this.builder.append('code', node.value);
        break;
      case 'blockquote':
        this.emit(node.children, 'quote');
        break;
      case 'footnoteDefinition':
        this.emit(node.children);
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

  private emitList({ ordered, start, children }: List): void {
    for (const [index, item] of children.entries()) {
      this.emitItem(item, ordered ? `${(start ?? 1) + index}. ` : '');
    }
  }

  /** An item's own prose is one block; lists, code and tables within it are blocks of their own. */
  private emitItem({ checked, children }: ListItem, number: string): void {
    let prefix = number + (checked === true ? '[x] ' : checked === false ? '[ ] ' : '');
    let prose: string[] = [];
    const flush = (): void => {
      const text = prose.filter((line) => line !== '').join('\n');
      prose = [];
      if (text === '') return;
      this.builder.append('list_item', prefix + text);
      prefix = '';
    };
    for (const child of children) {
      const text = proseOf(child);
      if (text !== undefined) {
        prose.push(text);
        continue;
      }
      flush();
      this.emitNode(child, 'list_item');
    }
    flush();
  }

  /** A row with the names of its columns, so that it can be understood, found and quoted on its own. */
  private emitTable({ children: [head, ...body] }: Table): void {
    if (!head) return;
    const names = head.children.map((cell) => singleLine(flattenInline(cell.children)));
    if (body.length === 0) this.builder.append('table_row', names.filter((name) => name !== '').join('; '));
    for (const row of body) {
      const cells = row.children.map((cell, column) => {
        const text = singleLine(flattenInline(cell.children));
        const name = names[column] ?? '';
        return text === '' || name === '' ? text : `${name}: ${text}`;
      });
      this.builder.append('table_row', cells.filter((cell) => cell !== '').join('; '));
    }
  }
}

function proseOf(node: BlockContent | DefinitionContent): string | undefined {
  if (node.type === 'paragraph') return flattenInline(node.children);
  if (node.type === 'heading') return singleLine(flattenInline(node.children));
  if (node.type === 'html') return htmlToText(node.value);
  return undefined;
}

/**
 * What a reader sees of inline markdown: emphasis without its marks, links as their text, images as their
 * alternative text. A line break that is meant stays one, one that is not becomes a space; marks of footnotes go,
 * since a stored "[1]" would read as a citation.
 */
function flattenInline(nodes: readonly PhrasingContent[]): string {
  return tidyLines(nodes.map(textOf).join(''));
}

function textOf(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return node.value.replaceAll('\n', ' ');
    case 'inlineCode':
      return node.value;
    case 'break':
      return '\n';
    case 'html':
      return /^<br\b/i.test(node.value) ? '\n' : '';
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'footnoteReference':
      return '';
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'link':
    case 'linkReference':
      return node.children.map(textOf).join('');
  }
}

/** The words in raw HTML within markdown, a line per paragraph, item or row; a whole page is the HTML parser's business. */
function htmlToText(html: string): string {
  const bare = html
    .replace(COMMENTS, '')
    .replace(UNREAD_ELEMENTS, '')
    .replace(/\n/g, ' ')
    .replace(LINE_TAGS, '\n')
    .replace(CELL_ENDS, ' ')
    .replace(TAGS, '');
  return tidyLines(decodeString(bare)).replace(/\n{2,}/g, '\n');
}
