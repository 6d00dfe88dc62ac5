import type { ParsedBlock, ParsedDocument, ParsedPage, ParsedSection } from '@arbiter/contracts';
import { normalizeText, singleLine } from './normalize-text.js';

/** Kinds that stand line under line; all other neighbours are set apart by an empty line. */
const CLOSE_SET: ReadonlySet<ParsedBlock['kind']> = new Set(['list_item', 'table_row']);

/** A page that begins within a block: `at` counts UTF-16 code units of the block's text as it was handed in. */
export interface PageBreak {
  readonly number: number;
  readonly at: number;
}

/**
 * Puts a document together block by block, so that its offsets are right by construction: each block is normalised
 * as a whole before its place is known, and blocks meet at line ends, where nothing can compose across.
 */
export class ParsedDocumentBuilder {
  private readonly parts: string[] = [];
  private readonly blocks: ParsedBlock[] = [];
  private readonly sections: ParsedSection[] = [];
  private readonly pages: ParsedPage[] = [];
  private readonly warnings: string[] = [];
  private pendingPages: number[] = [];
  private length = 0;

  /**
   * Appends a block; white space at its end and blank lines at its start are dropped.
   *
   * @param runIn what it begins with in bold; a heading where that ends as a statement does, or is a short line
   * @returns where it lies, or undefined when nothing visible was left of it
   */
  append(
    kind: ParsedBlock['kind'],
    text: string,
    pageBreaks: readonly PageBreak[] = [],
    runIn = '',
  ): ParsedBlock | undefined {
    const trimmed = text.replace(/^(?:[^\S\n\r]*(?:\r\n?|\n))+/, '');
    const content = normalizeText(trimmed).trimEnd();
    if (content.trim() === '') return undefined;
    const separator = this.separatorBefore(kind);
    const start = this.length + separator.length;
    const heading = runInOf(content, runIn);
    const block = { kind, start, end: start + content.length, ...(heading > 0 && { runIn: heading }) };
    this.parts.push(separator, content);
    this.blocks.push(block);
    this.length = block.end;

    this.openPendingPages(start);
    const dropped = text.length - trimmed.length;
    for (const { number, at } of pageBreaks) {
      const before = normalizeText(text.slice(dropped, Math.max(dropped, at))).length;
      this.pages.push({ number, start: Math.min(start + before, block.end) });
    }
    return block;
  }

  /** Appends a heading on one line and opens its section. `level` 1 is outermost. @returns as `append` does */
  heading(text: string, level: number): ParsedBlock | undefined {
    const heading = singleLine(normalizeText(text));
    const block = this.append('heading', heading);
    if (block) this.sections.push({ heading, level, start: block.start });
    return block;
  }

  /** Appends the text, sections and warnings of a whole document: a chapter. Its pages, title and metadata are left. */
  appendDocument({ text, blocks, sections, warnings }: ParsedDocument): void {
    for (const warning of warnings) this.warnings.push(warning);
    if (blocks.length === 0) return;
    const separator = this.blocks.length === 0 ? '' : '\n\n';
    const shift = this.length + separator.length;
    this.parts.push(separator, text);
    this.openPendingPages(shift);
    for (const block of blocks) this.blocks.push({ ...block, start: block.start + shift, end: block.end + shift });
    for (const section of sections) this.sections.push({ ...section, start: section.start + shift });
    this.length = shift + text.length;
  }

  /** Opens a section at text that is already there, for formats whose outline stands apart from their text. */
  section(section: ParsedSection): void {
    this.sections.push(section);
  }

  /** From here on the text is on page `number`; a page without text begins where the next text does. */
  page(number: number): void {
    this.pendingPages.push(number);
  }

  warn(sentence: string): void {
    this.warnings.push(sentence);
  }

  /** Length of the text so far, in UTF-16 code units. */
  get end(): number {
    return this.length;
  }

  /** True while no visible text has been appended. */
  get empty(): boolean {
    return this.blocks.length === 0;
  }

  build({
    title = '',
    metadata = {},
  }: { title?: string; metadata?: Readonly<Record<string, unknown>> } = {}): ParsedDocument {
    this.openPendingPages(this.length);
    return {
      text: this.parts.join(''),
      title: singleLine(normalizeText(title)),
      sections: this.sections,
      pages: this.pages,
      blocks: this.blocks,
      metadata,
      warnings: this.warnings,
    };
  }

  private separatorBefore(kind: ParsedBlock['kind']): string {
    const last = this.blocks.at(-1);
    if (!last) return '';
    return last.kind === kind && CLOSE_SET.has(kind) ? '\n' : '\n\n';
  }

  private openPendingPages(start: number): void {
    for (const number of this.pendingPages) this.pages.push({ number, start });
    this.pendingPages = [];
  }
}

/** A longer text in bold is no heading, in UTF-16 code units. */
const LONGEST_RUN_IN = 80;
/** What ends as a question does answers nothing anyway. */
const ENDS_HEADING = /[.!:…]["'”’)\]]*$/;

/** Length of the heading that a block begins with; 0 where it has none. */
function runInOf(content: string, runIn: string): number {
  const heading = normalizeText(runIn).trim();
  if (heading === '' || heading.length > LONGEST_RUN_IN || !content.startsWith(heading)) return 0;
  const isLine = heading.length === content.length || content.charAt(heading.length) === '\n';
  return ENDS_HEADING.test(heading) || (isLine && !heading.endsWith('?')) ? heading.length : 0;
}
