import { type LinkForm, withoutEmphasis, withoutLinks } from '@arbiter/text';

/** A stretch of a document between empty lines, without its markup. */
export interface Block {
  readonly text: string;
  /** Whether sentences stand in it: no heading, no table. */
  readonly prose: boolean;
  readonly heading: boolean;
}

/** A document as sentences are taken from it. */
export interface PlainDocument {
  /** Path in its folder. */
  readonly path: string;
  readonly title: string;
  /** Other names of the subject of the document, so that they do not count as another subject. */
  readonly aliases: readonly string[];
  readonly blocks: readonly Block[];
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;
const HEADING = /^#{1,6}\s+/;
const TABLE_ROW = /^\s*\|/;
const LIST_ITEM = /^\s*(?:[-*+•]|\d+[.)])\s+/;

/** Reads Markdown or plain text. Front matter gives title and aliases; without it the first heading is the title. */
export function readDocument(path: string, content: string): PlainDocument {
  const head = FRONT_MATTER.exec(content)?.[1] ?? '';
  const body = content.replace(FRONT_MATTER, '');
  const blocks = blocksOf(body);
  const heading = /^#\s+(\S.*)$/m.exec(body)?.[1];
  const fileName =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? path;
  return {
    path,
    title: field(head, 'title') ?? plain(heading ?? fileName),
    aliases: (field(head, 'aliases') ?? '')
      .replace(/^\[|\]$/g, '')
      .split(',')
      .map((alias) => alias.trim())
      .filter((alias) => alias !== ''),
    blocks,
  };
}

function field(head: string, name: string): string | undefined {
  return new RegExp(`^${name}:\\s*(.+)$`, 'm').exec(head)?.[1]?.trim();
}

/** A block ends at an empty line, at a heading, and at each item of a list. */
function blocksOf(body: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const end = (): void => {
    const text = plain(lines.join(' '));
    const heading = HEADING.test(lines[0] ?? '');
    if (text !== '') blocks.push({ text, prose: !heading && !lines.some((line) => TABLE_ROW.test(line)), heading });
    lines = [];
  };
  for (const line of body.split(/\r?\n/)) {
    if (line.trim() === '' || HEADING.test(line) || LIST_ITEM.test(line)) end();
    if (line.trim() === '') continue;
    lines.push(line);
    if (HEADING.test(line)) end();
  }
  end();
  return blocks;
}

const LINK: LinkForm = { labelEnd: /\]/g, targetEnd: /\)/g, ending: /\)/y, least: 0 };

function plain(markdown: string): string {
  const unmarked = withoutLinks(markdown.replace(HEADING, '').replace(LIST_ITEM, ''), LINK).replace(
    /<[^<>]{1,8192}>/g,
    '',
  );
  return withoutEmphasis(unmarked, ['***', '**', '__', '*', '`'])
    .replace(/(?<!\s)\s*\|\s*/g, ' | ')
    .replace(/\s+/g, ' ')
    .trim();
}
