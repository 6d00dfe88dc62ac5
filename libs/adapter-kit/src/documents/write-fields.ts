import { counted } from '@arbiter/contracts';
import { type ParsedDocumentBuilder, singleLine } from '@arbiter/tool-sdk/documents';

/** Lines that fields may become, and the characters of one and of all of them. */
const MAX_LINES = 200;
const MAX_VALUE = 5_000;
const MAX_LENGTH = 50_000;
/** Nesting below which values are left to the metadata. */
const MAX_DEPTH = 4;
/** Longer values, and those of several lines, are prose. */
const PROSE_LENGTH = 200;

/**
 * What programs read rather than people: the title, which is the document's own, and how a page is built, named and shown. Keys
 * in lower case without separators. From the documentation of Jekyll, Hugo, Docusaurus, MkDocs, Obsidian and Quarto.
 */
const TECHNICAL_KEYS: ReadonlySet<string> = new Set(
  (
    'title layout draft slug weight permalink id uuid guid css cssclass cssclasses js sidebarposition sidebarlabel sidebar ' +
    'sidebarclassname template hide hidetitle hidetableofcontents toc tocdepth numbersections ogimage icon thumbnail banner ' +
    'linktitle navorder navtitle haschildren ispublished robots canonical canonicalurl redirectfrom redirectto csl math ' +
    'mermaid mathjax katex lang encoding charset viewport accessgroups cascade headless editurl customediturl pagination ' +
    'paginationnext paginationprev displayedsidebar enabletableofcontents headingnumbering'
  ).split(' '),
);

/** Whether a page is shown is one of them as well, unless it says since when. */
const SWITCHES: ReadonlySet<string> = new Set(
  'publish published hidden unlisted comments pinned featured math'.split(' '),
);

/** A page or note that a value links to: `[[Page|Text]]`. */
const WIKI_LINK = /\[\[([^[\]|\n]{1,200})(?:\|([^[\]\n]{1,200}))?\]\]/g;

interface Line {
  readonly name: string;
  readonly value: string;
}

/**
 * Writes the fields of front matter, or of another head of a document, as lines at the head of a document, so that they can be found, asked for and quoted:
 * `review_date: 2026-09-30` is "Review date: 2026-09-30". Fields that only programs read stay metadata. What is too much is left
 * out with a warning.
 */
export function writeFields(metadata: Readonly<Record<string, unknown>>, builder: ParsedDocumentBuilder): void {
  const lines: Line[] = [];
  let leftOut = 0;
  for (const [key, value] of Object.entries(metadata)) {
    if (isTechnical(key, value)) continue;
    if (lines.length < MAX_LINES) lines.push(...linesOf(upperFirst(readableKey(key)), value, 0));
    else leftOut++;
  }
  let length = 0;
  for (const [index, { name, value }] of lines.entries()) {
    length += name.length + Math.min(value.length, MAX_VALUE);
    if (index >= MAX_LINES || length > MAX_LENGTH) {
      leftOut++;
      continue;
    }
    if (value.length > MAX_VALUE)
      builder.warn(`The field "${name.slice(0, 80)}" of the front matter was cut in the text.`);
    write(builder, name, value.slice(0, MAX_VALUE));
  }
  if (leftOut === 0) return;
  builder.warn(`${counted(leftOut, 'field')} of the front matter are metadata only, not text.`);
}

function isTechnical(key: string, value: unknown): boolean {
  const bare = key.toLowerCase().replace(/[\s_.-]/g, '');
  return TECHNICAL_KEYS.has(bare) || (typeof value === 'boolean' && SWITCHES.has(bare));
}

function write(builder: ParsedDocumentBuilder, name: string, value: string): void {
  const paragraphs = value.split(/\n(?:[^\S\n]*\n)+/);
  if (value.length <= PROSE_LENGTH && paragraphs.length === 1) {
    builder.append('list_item', singleLine(`${name}: ${value}`));
    return;
  }
  for (const [index, paragraph] of paragraphs.entries())
    builder.append('paragraph', singleLine(index === 0 ? `${name}: ${paragraph}` : paragraph));
}

/** The lines of one value: a list of plain values in one, a map one for each of its values. */
function linesOf(name: string, value: unknown, depth: number): Line[] {
  const text = scalarText(value);
  if (text !== undefined) return text === '' ? [] : [{ name, value: text }];
  if (depth >= MAX_DEPTH || typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value)) {
    return Object.entries(value)
      .slice(0, MAX_LINES)
      .flatMap(([key, child]) => linesOf(`${name} ${readableKey(key)}`, child, depth + 1));
  }
  const texts = value.slice(0, MAX_LENGTH).map((item) => scalarText(onlyValue(item)));
  if (texts.every((item) => item !== undefined)) {
    const joined = texts.filter((item) => item !== '').join(', ');
    return joined === '' ? [] : [{ name, value: joined }];
  }
  return value
    .slice(0, MAX_LINES)
    .flatMap((item, index) => linesOf(value.length === 1 ? name : `${name} ${index + 1}`, item, depth + 1));
}

/** The name of something that has only a name: `authors: [{ name: Ina }]`. */
function onlyValue(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const values = Object.values(item);
  return values.length === 1 ? values[0] : item;
}

function scalarText(value: unknown): string | undefined {
  if (value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return String(value)
    .replace(WIKI_LINK, (_, page: string, text: string | undefined) => text ?? page)
    .trim();
}

/** `review_date`, `review-date` and `reviewDate` as "review date". */
function readableKey(key: string): string {
  const words = key
    .slice(0, 100)
    .replace(/[_-]/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})(?=\p{Ll})/gu, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return singleLine(words);
}

function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
