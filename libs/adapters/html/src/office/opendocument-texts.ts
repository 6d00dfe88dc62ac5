import { addressBehind, MARK, resolveMarks, tidyLines } from '@arbiter/adapter-kit/documents';
import { childNamed, childrenOf, nodesNamed, textIn, type XmlNode } from './xml-tree.js';

/** Spaces that one element stands for. */
const MAX_SPACES = 256;
/** Styles from which one is derived. */
const MAX_PARENTS = 10;

/** Text that is not of the document: what was deleted, and notes on the margin. */
export const SILENT: ReadonlySet<string> = new Set([
  'tracked-changes',
  'annotation',
  'annotation-end',
  'scripts',
  'forms',
  'sequence-decls',
]);

/** Elements that have a style of a family (OpenDocument 1.3 part 3, 19.480). */
const FAMILIES: Readonly<Record<string, string>> = {
  span: 'text',
  p: 'paragraph',
  h: 'paragraph',
  'table-cell': 'table-cell',
  'covered-table-cell': 'table-cell',
};

/** Reads texts by the styles of a document: what is struck out is left out, raised and lowered text is told from the line. */
export class OpenDocumentTexts {
  /** Paragraphs and cells with struck-out text. */
  readonly struck = { whole: 0, partly: 0 };
  private readonly styles = new Map<string, XmlNode>();

  /** @param parts that hold styles */
  constructor(parts: readonly XmlNode[]) {
    for (const part of parts)
      for (const style of nodesNamed(part, 'style'))
        this.styles.set(keyOf(style.attributes.family, style.attributes.name), style);
  }

  /** The text of a paragraph or cell with its spaces, tabs and line breaks, without its notes. */
  of(node: XmlNode): string {
    const marked = this.marked(node);
    const text = resolveMarks(marked);
    if (!marked.includes(MARK.struck)) return text;
    this.struck[text.trim() === '' ? 'whole' : 'partly'] += 1;
    return tidyLines(text);
  }

  isStruck(node: XmlNode): boolean {
    return this.markOf(node) === MARK.struck;
  }

  /** Whether all text of a cell, paragraph or span is bold. */
  isBold(node: XmlNode): boolean {
    const weight = this.weightOf(node);
    if (weight !== undefined && /^(?:bold|[6-9]00)$/.test(weight)) return true;
    return node.children.every((child) => {
      if (typeof child === 'string') return child.trim() === '';
      return SILENT.has(child.name) || this.isBold(child);
    });
  }

  private weightOf({ name, attributes }: XmlNode): string | undefined {
    for (const own of this.textProperties(name, attributes['style-name']))
      if (own['font-weight'] !== undefined) return own['font-weight'];
    return undefined;
  }

  private marked(node: XmlNode): string {
    const text = node.children.map((child) =>
      typeof child === 'string' ? child.replace(/\s+/g, ' ') : this.child(child),
    );
    const mark = this.markOf(node);
    return mark === undefined ? text.join('') : `${mark}${text.join('')}${MARK.end}`;
  }

  private child(child: XmlNode): string {
    const { name, attributes } = child;
    if (name === 's') return ' '.repeat(Math.min(MAX_SPACES, Number(attributes.c ?? 1) || 1));
    if (name === 'tab') return '\t';
    if (name === 'line-break') return '\n';
    if (name === 'note') {
      const citation = childrenOf(child).filter((part) => part.name === 'note-citation');
      return this.marked({ ...child, children: citation }).replace(/.+/, '[$&]');
    }
    if (SILENT.has(name)) return '';
    const text = this.marked(child);
    // The paragraphs of a text box stand within the one that it is anchored in.
    if (name === 'p' || name === 'h') return `\n${text}\n`;
    return name === 'a' ? `${text}${addressBehind(attributes.href ?? '', textIn(child)) ?? ''}` : text;
  }

  /** What the style of an element, or one from which it is derived, says of its place or of a line through it. */
  private markOf({ name, attributes }: XmlNode): string | undefined {
    for (const own of this.textProperties(name, attributes['style-name'])) {
      const line = own['text-line-through-style'] ?? own['text-line-through-type'];
      if (line !== undefined && line !== 'none') return MARK.struck;
      const place = own['text-position'];
      if (place !== undefined) {
        if (/^(?:super|[1-9])/.test(place)) return MARK.raised;
        return /^(?:sub|-)/.test(place) ? MARK.lowered : undefined;
      }
      if (line !== undefined) return undefined;
    }
    return undefined;
  }

  /** How the style of an element sets text, then those from which it is derived. */
  private *textProperties(name: string, styleName: string | undefined): Generator<XmlNode['attributes']> {
    const family = FAMILIES[name];
    if (family === undefined) return;
    let style = this.styles.get(keyOf(family, styleName));
    for (let level = 0; level < MAX_PARENTS && style; level++) {
      yield childNamed(style, 'text-properties')?.attributes ?? {};
      style = this.styles.get(keyOf(family, style.attributes['parent-style-name']));
    }
  }
}

function keyOf(family = '', name = ''): string {
  return `${family} ${name}`;
}
