import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  decodeText,
  findCompounds,
  ParsedDocumentBuilder,
  struckTextWarnings,
  writeFields,
} from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import type { Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { BlockEmitter } from './block-emitter.js';
import { resolveFormulas, withCarets } from './formulas-in-markdown.js';
import { readFrontMatter } from './front-matter.js';
import { divideHtml, hasContent, markdownToHtml, type Piece, readHtml } from './html-in-markdown.js';
import type { LinkTarget } from './inline-text.js';
import { breakNotionProperties, readNotionProperties } from './notion-properties.js';
import { commentsIn } from './comments-in.js';
import { resolveObsidianSyntax } from './obsidian-syntax.js';
import { definitionsIn, SEGMENT_SIZE, type Segment, type SegmentSize, splitSegments } from './split-segments.js';

const PARAGRAPH_BREAK = /\n(?:[^\S\n]*\n)+/;

/** One per heading and unindented paragraph. */
const SMALLEST_SEGMENTS: SegmentSize = { soft: 0, middle: 0, hard: Number.POSITIVE_INFINITY };

/**
 * Quotes and lists within each other on one line. The parser's time grows with the square of it: 64 levels cost
 * milliseconds, 5,000 cost seconds (measured).
 */
const MAX_NESTING = 64;
/** Leading white space of a line, which opens one nested list item for every two columns. */
const MAX_INDENT = 256;
/**
 * Marks in one paragraph that may open something (emphasis, code, link, tag). Each unclosed one is looked at again
 * for every later one: 2,000 cost half a second, 16,000 half a minute (measured).
 */
const MAX_OPENERS = 2_000;
/** One paragraph or line that no cut could shorten. */
const MAX_LENGTH = 512 * 1024;

/** Blocks of HTML that are read as pages; each is parsed on its own. */
const MAX_PAGES = 1_000;

const CONTAINER_MARKS = /^(?:[^\S\n]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))+/;
const SINGLE_MARKS = />|[-*+]|(?<!\d)\d+[.)]/g;
const OPENERS = /[*_~`]+|[[<]/g;
const STARTS_ANEW = /^\s*(?:[-*+>]|\d{1,9}[.)]|#{1,6})\s/;
const NOTE = /^[ \t]{0,3}(?:[-*] )?(?:<sup>(\d{1,3}|[a-z])<\/sup>|<small>(?:<sup>)?(\d{1,3})\b|\[\^(\d{1,3})\]:)/gim;
const SYNTAX = [gfmAutolinkLiteral(), gfmFootnote(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()];

/**
 * Reads GitHub-flavoured markdown with front matter and wiki links. The text holds what a reader sees; headings
 * become sections; front matter and the properties of Notion's pages become metadata, and lines at the head of the text. Markdown nested too deeply to be
 * parsed in reasonable time is kept as plain text, with a warning.
 */
export class MarkdownParser implements DocumentParser {
  readonly name = 'markdown';
  readonly mediaType = 'text/markdown';
  readonly extensions = ['.md', '.markdown'];
  readonly otherMediaTypes = { 'text/x-markdown': '.md' };

  /** @param pages reads the HTML in markdown. Absent: only its words are kept, without its tables, lists and headings. */
  constructor(private readonly pages?: DocumentParser) {}

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { bytes, name, language, signal } = request;
    signal.throwIfAborted();
    const { text, warning } = decodeText({ bytes, name, language });
    const frontMatter = readFrontMatter(text.replace(/\r\n?/g, '\n'), name);
    const builder = new ParsedDocumentBuilder();
    for (const sentence of [warning, frontMatter.warning]) if (sentence !== undefined) builder.warn(sentence);

    await nextTurn();
    signal.throwIfAborted();
    writeFields(frontMatter.metadata, builder);
    if (frontMatter.unread !== undefined) builder.append('paragraph', frontMatter.unread);
    const emitter = new BlockEmitter(builder, {
      notes: notesIn(frontMatter.body),
      compounds: findCompounds([frontMatter.body]),
    });
    const source = resolveObsidianSyntax(resolveFormulas(breakNotionProperties(name, frontMatter.body)));
    const pieces: readonly Piece[] = this.pages ? divideHtml(source) : [{ kind: 'markdown', source, firstLine: 1 }];
    const output: Output = { emitter, builder, request, pagesLeft: MAX_PAGES };
    const definitions = pieces.length > 1 ? definitionsIn(source) : undefined;
    for (const piece of pieces) {
      if (piece.source.trim() === '') continue;
      if (piece.kind === 'html') {
        if (!hasContent(piece.source)) continue;
        const page = await this.readHtml(htmlOf(piece.source), output);
        if (page) emitter.emitPage(page);
        if (page) continue;
      }
      for (const segment of splitSegments(piece.source, SEGMENT_SIZE, definitions).map((part) =>
        moved(part, piece.firstLine - 1),
      )) {
        await nextTurn();
        signal.throwIfAborted();
        await this.emitSegment(segment, output);
      }
    }
    for (const sentence of struckTextWarnings(emitter.struck, builder.empty)) builder.warn(sentence);
    const comments = commentsIn(frontMatter.body);
    if (comments) builder.warn(comments);
    const metadata = { ...readNotionProperties(name, frontMatter.body), ...frontMatter.metadata };
    const document = builder.build({ title: titleIn(metadata) ?? emitter.firstTitle, metadata });
    return {
      ...document,
      text: withCarets(document.text),
      title: withCarets(document.title),
      sections: document.sections.map((section) => ({ ...section, heading: withCarets(section.heading) })),
    };
  }

  /** Parses a segment; of a tangled one, only the smallest part that cannot be parsed loses its markup. */
  private async emitSegment(segment: Segment, output: Output): Promise<void> {
    if (findTangle(segment.source) === undefined) {
      await this.emitTree(segment, output);
      return;
    }
    const { builder } = output;
    for (const part of splitFinely(segment)) {
      const tangle = findTangle(part.source);
      if (tangle === undefined) {
        await this.emitTree(part, output);
        continue;
      }
      builder.warn(`Lines ${part.firstLine} to ${part.lastLine} hold ${tangle} and were kept as plain text.`);
      for (const paragraph of part.source.split(PARAGRAPH_BREAK)) builder.append('paragraph', paragraph);
    }
  }

  private async emitTree({ source, ownLength }: Segment, output: Output): Promise<void> {
    const { children } = parseTree(source);
    const own = children.filter(({ position }) => (position?.start.offset ?? 0) < ownLength);
    const pages = new Map<Nodes, ParsedDocument>();
    for (const [node, html] of this.pages ? htmlIn(own, source) : []) {
      const page = hasContent(html) ? await this.readHtml(html, output) : undefined;
      if (page) pages.set(node, page);
    }
    output.emitter.emitTree(own, targetsIn(children, new Map()), pages);
  }

  /** @returns undefined when no more can be read of this document */
  private async readHtml(html: string, output: Output): Promise<ParsedDocument | undefined> {
    const { pages } = this;
    if (!pages || output.pagesLeft < 0) return undefined;
    if (output.pagesLeft-- > 0) return readHtml(html, pages, output.request);
    output.builder.warn(`Of more than ${MAX_PAGES} blocks of HTML only the words were kept.`);
    return undefined;
  }
}

/** Where links with references lead, by their identifiers: the first definition of each counts (CommonMark 4.7). */
function targetsIn(nodes: readonly RootContent[], targets: Map<string, LinkTarget>): ReadonlyMap<string, LinkTarget> {
  for (const node of nodes) {
    if (node.type === 'definition' && !targets.has(node.identifier)) targets.set(node.identifier, node);
    if (node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem')
      targetsIn(node.children, targets);
  }
  return targets;
}

/** Names of the notes that a document explains in HTML or by a number at the head of a line: `<sup>2</sup> per sack`. */
function notesIn(source: string): ReadonlySet<string> {
  return new Set(Array.from(source.matchAll(NOTE), ([, raised, small, defined]) => raised ?? small ?? defined ?? ''));
}

interface Output {
  readonly emitter: BlockEmitter;
  readonly builder: ParsedDocumentBuilder;
  readonly request: ParseRequest;
  /** Blocks of HTML that may still be read. */
  pagesLeft: number;
}

/** The HTML of a block that may hold markdown between empty lines. */
function htmlOf(source: string): string {
  return PARAGRAPH_BREAK.test(source) && findTangle(source) === undefined ? markdownToHtml(source) : source;
}

/** Blocks of HTML within lists and quotes, and paragraphs that hold a table. */
function* htmlIn(nodes: readonly Nodes[], source: string): Generator<readonly [Nodes, string]> {
  const stack = [...nodes].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'html') yield [node, node.value];
    else if (node.type === 'paragraph') {
      const isTable = node.children.some((child) => child.type === 'html' && /^<table\b/i.test(child.value));
      const { start, end } = node.position ?? {};
      if (isTable) yield [node, markdownToHtml(source.slice(start?.offset, end?.offset))];
    } else if ('children' in node) stack.push(...[...node.children].reverse());
  }
}

function splitFinely({ source, ownLength, firstLine }: Segment): Segment[] {
  return splitSegments(source.slice(0, ownLength), SMALLEST_SEGMENTS).map((part) => moved(part, firstLine - 1));
}

function moved(segment: Segment, lines: number): Segment {
  return { ...segment, firstLine: segment.firstLine + lines, lastLine: segment.lastLine + lines };
}

function titleIn({ title }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof title === 'number') return String(title);
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

/**
 * Detects markdown that would take the parser very long, by accident or by intent.
 *
 * @returns its description, as the object of "holds"; undefined for markdown that people write
 */
function findTangle(source: string): string | undefined {
  if (source.length > MAX_LENGTH) return 'a paragraph that is too long';
  let openers = 0;
  let inTable = false;
  for (const line of source.split('\n')) {
    const indent = line.length - line.trimStart().length;
    if (indent > MAX_INDENT && indent < line.length) return 'lines that are indented too deeply';
    const marks = CONTAINER_MARKS.exec(line)?.[0] ?? '';
    if (count(marks, SINGLE_MARKS) > MAX_NESTING) return 'quotes or lists that are nested too deeply';

    if (line.trim() === '') inTable = false;
    if (/^[\s|:-]+$/.test(line) && line.includes('-')) inTable = line.includes('|');
    if (inTable || line.trim() === '' || STARTS_ANEW.test(line)) openers = 0;
    openers += count(line, OPENERS);
    if (openers > MAX_OPENERS) return 'a paragraph with too many brackets or emphasis marks';
  }
  return undefined;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const TREE = [
  // Its transform finds more addresses in text, recursively, so that deep trees exhaust the stack; their text is the same.
  { ...gfmAutolinkLiteralFromMarkdown(), transforms: [] },
  gfmFootnoteFromMarkdown(),
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  gfmTaskListItemFromMarkdown(),
];

/** GitHub-flavoured markdown (without front matter) as a syntax tree. */
function parseTree(source: string): Root {
  return fromMarkdown(source, { extensions: SYNTAX, mdastExtensions: TREE });
}
