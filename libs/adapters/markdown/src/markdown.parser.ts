import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, findCompounds, ParsedDocumentBuilder, struckTextWarning } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { detect } from 'chardet';
import type { Root, RootContent } from 'mdast';
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
import { readFrontMatter } from './front-matter.js';
import { breakNotionProperties, readNotionProperties } from './notion-properties.js';
import { resolveObsidianSyntax } from './obsidian-syntax.js';
import { type Segment, type SegmentSize, splitSegments } from './split-segments.js';
import { writeFields } from './write-fields.js';

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

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    const { text, warning } = decodeText({ bytes, name }, detect);
    const frontMatter = readFrontMatter(text.replace(/\r\n?/g, '\n'));
    const builder = new ParsedDocumentBuilder();
    for (const sentence of [warning, frontMatter.warning]) if (sentence !== undefined) builder.warn(sentence);

    writeFields(frontMatter.metadata, builder);
    const emitter = new BlockEmitter(builder, {
      notes: notesIn(frontMatter.body),
      compounds: findCompounds([frontMatter.body]),
    });
    for (const segment of splitSegments(resolveObsidianSyntax(breakNotionProperties(name, frontMatter.body)))) {
      await nextTurn();
      signal.throwIfAborted();
      emitSegment(segment, emitter, builder);
    }
    if (emitter.struckBlocks > 0) builder.warn(struckTextWarning(emitter.struckBlocks, builder.empty));
    const metadata = { ...readNotionProperties(name, frontMatter.body), ...frontMatter.metadata };
    return builder.build({ title: titleIn(metadata) ?? emitter.firstTitle, metadata });
  }
}

/** Parses a segment; of a tangled one, only the smallest part that cannot be parsed loses its markup. */
function emitSegment(segment: Segment, emitter: BlockEmitter, builder: ParsedDocumentBuilder): void {
  if (findTangle(segment.source) === undefined) {
    emitTree(segment, emitter);
    return;
  }
  for (const part of splitFinely(segment)) {
    const tangle = findTangle(part.source);
    if (tangle === undefined) {
      emitTree(part, emitter);
      continue;
    }
    builder.warn(`Lines ${part.firstLine} to ${part.lastLine} hold ${tangle} and were kept as plain text.`);
    for (const paragraph of part.source.split(PARAGRAPH_BREAK)) builder.append('paragraph', paragraph);
  }
}

function emitTree({ source, ownLength }: Segment, emitter: BlockEmitter): void {
  const { children } = parseTree(source);
  const own = children.filter(({ position }) => (position?.start.offset ?? 0) < ownLength);
  emitter.emitTree(own, targetsIn(children, new Map()));
}

/** Where links with references lead, by their identifiers: the first definition of each counts (CommonMark 4.7). */
function targetsIn(nodes: readonly RootContent[], targets: Map<string, string>): ReadonlyMap<string, string> {
  for (const node of nodes) {
    if (node.type === 'definition' && !targets.has(node.identifier)) targets.set(node.identifier, node.url);
    if (node.type === 'blockquote' || node.type === 'list' || node.type === 'listItem')
      targetsIn(node.children, targets);
  }
  return targets;
}

/** Names of the notes that a document explains in HTML or by a number at the head of a line: `<sup>2</sup> per sack`. */
function notesIn(source: string): ReadonlySet<string> {
  return new Set(Array.from(source.matchAll(NOTE), ([, raised, small, defined]) => raised ?? small ?? defined ?? ''));
}

function splitFinely({ source, ownLength, firstLine }: Segment): Segment[] {
  return splitSegments(source.slice(0, ownLength), SMALLEST_SEGMENTS).map((part) => ({
    ...part,
    firstLine: part.firstLine + firstLine - 1,
    lastLine: part.lastLine + firstLine - 1,
  }));
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
