import { addressBehind, MARK, replaceFormulas, texFormula } from '@arbiter/adapter-kit/documents';
import { dedent, endOfIndented, indentOf, isBlank, type MarkupWriter } from './markup-writer.js';
import type { MarkupLanguage } from './markup.parser.js';

const HEADING = /^(\*+) +(\S.*)$/;
const KEYWORD = /^#\+([\w-]+):(.*)$/i;
const BEGIN = /^\s*#\+begin_(\w+)/i;
const BULLET = /^(?:[-+]|\d{1,4}[.)]) +/;
const TODO = /^(?:TODO|DONE|NEXT|WAITING|CANCELLED) +/;
const TAGS = / :[\w@#%:]{1,200}: *$/;
/** Lines of the longest drawer. */
const MAX_DRAWER = 200;
const CODE: ReadonlySet<string> = new Set(['src', 'example', 'export', 'verse']);
const DESCRIBES: Readonly<Record<string, string>> = {
  author: 'author',
  date: 'date',
  description: 'description',
  keywords: 'keywords',
  language: 'lang',
};

/** Reads Org by its syntax (orgmode.org/worg/org-syntax.html). */
export const ORG: MarkupLanguage = {
  name: 'org',
  mediaType: 'text/x-org',
  extensions: ['.org'],
  otherMediaTypes: { 'text/org': '.org' },
  read,
};

function read(lines: readonly string[], writer: MarkupWriter): void {
  for (let at = 0; at < lines.length;) {
    writer.look();
    at = isBlank(lines[at]) ? at + 1 : block(lines, at, writer);
  }
}

type BlockReader = (
  found: RegExpExecArray,
  lines: readonly string[],
  at: number,
  writer: MarkupWriter,
) => number | undefined;

/** Blocks by their first line without its indent; the first that gives the line after it has read it. */
const BLOCKS: readonly (readonly [begins: RegExp, read: BlockReader])[] = [
  [BEGIN, ([, name = ''], ...place) => delimited(name.toLowerCase(), ...place)],
  [
    KEYWORD,
    (keyword, _, at, writer) => {
      describe(keyword, writer);
      return at + 1;
    },
  ],
  // Drawers hold properties, logs and clocks.
  [
    /^:([\w-]+):$/,
    ([, name = ''], lines, at, writer) => {
      const closed = lines.slice(at + 1, at + MAX_DRAWER).findIndex((one) => /^:end:$/i.test(one.trim()));
      if (closed === -1) return undefined;
      drawer(name.toLowerCase(), lines.slice(at + 1, at + closed + 1), writer);
      return at + closed + 2;
    },
  ],
  [
    /^(?:(#)(?: |$)|-{5,}$|(CLOSED|DEADLINE|SCHEDULED|CLOCK): ?[[<])/,
    ({ input, 1: comment, 2: plan }, _, at, writer) => {
      if (comment !== undefined) writer.omit('comment', input);
      else if (plan === 'CLOCK') writer.omit('entry of a log');
      else if (plan !== undefined) writer.item(input);
      return at + 1;
    },
  ],
  [/^\|/, (_, ...place) => table(...place)],
  [
    /^\\begin(\{[a-zA-Z]+\*?\})/,
    ([, name = ''], lines, at, writer) => {
      let end = at;
      while (end < lines.length - 1 && !isBlank(lines[end]) && !lines[end]?.includes(`\\end${name}`)) end += 1;
      writer.paragraph(texFormula(lines.slice(at, end + 1).join('\n')));
      return end + 1;
    },
  ],
  [
    /^:(?: |$)/,
    (_, lines, at, writer) => {
      let end = at;
      while (/^\s*:(?: |$)/.test(lines[end] ?? '')) end += 1;
      writer.code(lines.slice(at, end).map((one) => one.trimStart().slice(2)));
      return end;
    },
  ],
  [BULLET, ([bullet], ...place) => item(bullet, ...place)],
];

/** @returns the line after the block */
function block(lines: readonly string[], at: number, writer: MarkupWriter): number {
  const line = (lines[at] ?? '').trimEnd();
  const heading = HEADING.exec(line);
  if (heading) {
    const tags =
      TAGS.exec(heading[2] ?? '')?.[0]
        .split(':')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '') ?? [];
    const known = writer.metadata.tags?.split(', ') ?? [];
    if (tags.length > 0) writer.metadata.tags = [...new Set([...known, ...tags])].join(', ');
    writer.heading(inline((heading[2] ?? '').replace(TODO, '').replace(TAGS, '')), heading[1]?.length ?? 1);
    return at + 1;
  }
  for (const [begins, readBlock] of BLOCKS) {
    const found = begins.exec(line.trimStart());
    const after = found ? readBlock(found, lines, at, writer) : undefined;
    if (after !== undefined) return after;
  }
  let end = at + 1;
  while (!isBlank(lines[end]) && !startsBlock(lines[end] ?? '')) end += 1;
  writer.paragraph(inline(lines.slice(at, end).join('\n')));
  return end;
}

/** Properties that programs read (orgmode.org/manual, "Special Properties"). */
const TECHNICAL =
  /^:(?:ID|CUSTOM_ID|header-args\S*|EXPORT_\w+|VISIBILITY|CATEGORY|COLUMNS|ORDERED|UNNUMBERED|CREATED|LAST_REPEAT|STYLE|LOGGING|NOTER_\w+)\+?:/i;

/** What a drawer holds: properties as items, notes as text. Logs are left out. */
function drawer(name: string, lines: readonly string[], writer: MarkupWriter): void {
  if (name === 'logbook') writer.omit('log');
  else if (name !== 'properties') writer.nested(lines, read);
  else
    for (const line of lines) {
      const [, key = '', value = ''] = /^\s*:([^:\s]+):(.*)$/.exec(line) ?? [];
      if (value.trim() !== '' && !TECHNICAL.test(line.trim())) writer.item(`${key}: ${inline(value.trim())}`);
    }
}

function describe([, name = '', given = '']: RegExpExecArray, writer: MarkupWriter): void {
  const key = name.toLowerCase();
  const value = given.trim();
  const field = DESCRIBES[key];
  if (key === 'title') writer.title = inline(value);
  else if (field !== undefined && value !== '') writer.fields({ [field]: value });
  else if (key === 'caption' || key === 'subtitle') writer.paragraph(inline(value));
  else if (key === 'macro') writer.omit('definition of a macro');
  else if (/^(?:html|latex|ascii|texinfo|odt|md|beamer)$/.test(key)) writer.omit('line for an export');
  else if (key === 'include') writer.warn(`What it includes from ${value} is not part of this document.`);
}

function delimited(name: string, lines: readonly string[], at: number, writer: MarkupWriter): number {
  const closed = `#+end_${name}`;
  let end = at + 1;
  // A block that is never closed ends before the next heading.
  while (end < lines.length && !HEADING.test(lines[end] ?? '') && (lines[end] ?? '').trim().toLowerCase() !== closed)
    end += 1;
  const inner = lines.slice(at + 1, end);
  if (CODE.has(name)) writer.code(inner);
  else if (name === 'comment') writer.omit('comment', inner.join(' '));
  else writer.nested(inner, read);
  return HEADING.test(lines[end] ?? '') ? end : end + 1;
}

function item(bullet: string, lines: readonly string[], at: number, writer: MarkupWriter): number {
  const indent = indentOf(lines[at] ?? '');
  const end = Math.max(at + 1, endOfIndented(lines, at + 1, indent + 2));
  let first = at + 1;
  while (first < end && !isBlank(lines[first]) && !startsBlock(lines[first] ?? '')) first += 1;
  const text = dedent([
    (lines[at] ?? '').trimStart(),
    ...lines.slice(at + 1, first).map((line) => line.trimStart()),
  ]).join('\n');
  // An item may say from which number its list counts.
  const counter = /^\[@(\d{1,4})\]\s/.exec(text.slice(bullet.length));
  const said = inline(
    text
      .slice(bullet.length + (counter?.[0].length ?? 0))
      .replace(/^\[[ X-]\] /, '')
      .replace(' :: ', ': '),
  );
  const number = counter ? bullet.replace(/\d+/, counter[1] ?? '') : bullet;
  writer.item(/^\d/.test(bullet) ? `${number}${said}` : `- ${said}`);
  if (first < end) writer.nested(lines.slice(first, end), read);
  return end;
}

/** The row above the first line of a table has the names of its columns. */
function table(lines: readonly string[], at: number, writer: MarkupWriter): number {
  let end = at;
  const rows: string[][] = [];
  let head: string[] = [];
  for (; /^\s*\|/.test(lines[end] ?? ''); end++) {
    const line = (lines[end] ?? '').trim();
    if (line.startsWith('|-')) {
      if (head.length === 0 && rows.length === 1) head = rows.pop() ?? [];
      continue;
    }
    rows.push(
      line
        .replace(/^\|/, '')
        .replace(/\|$/, '')
        .split('|')
        .map((cell) => inline(cell.trim())),
    );
  }
  writer.table(head, rows);
  return end;
}

function startsBlock(line: string): boolean {
  const text = line.trimStart();
  return HEADING.test(line) || BULLET.test(text) || /^[|#]/.test(text) || /^:[\w-]+:$/.test(text);
}

/** Signs of a formula, which mean nothing else there; noncharacters of Unicode stand for them. */
const SIGNS = '^_/*=+~';
const HELD = 0xfdd7;

/** Text without its marks; a link is followed by where it leads. */
function inline(text: string): string {
  return replaceFormulas(text, (formula) =>
    formula.replace(/[\^_/*=+~]/g, (sign) => String.fromCharCode(HELD + SIGNS.indexOf(sign))),
  )
    .replace(
      /\[\[([^[\]]+)\]\[([^[\]]+)\]\]/g,
      (_, to: string, shown: string) => `${shown}${addressBehind(to, shown) ?? ''}`,
    )
    .replace(/\[\[([^[\]]+)\]\]/g, '$1')
    .replace(/(?<![\w*])\*([^*\s][^*\n]*)\*(?![\w*])/g, '$1')
    .replace(/(?<![\w/:])\/([^/\s][^/\n]*)\/(?![\w/])/g, '$1')
    .replace(/(?<![\w=])=([^=\s][^=\n]*)=(?![\w=])/g, '$1')
    .replace(/(?<![\w~])~([^~\s][^~\n]*)~(?![\w~])/g, '$1')
    .replace(/(?<![\w+])\+([^+\s](?:[^+\n]*[^+\s])?)\+(?![\w+])/g, `${MARK.struck}$1${MARK.end}`)
    .replace(/(?<=\S)\^\{([^{}\n]{1,80})\}/g, `${MARK.raised}$1${MARK.end}`)
    .replace(/(?<=\w)\^(\d{1,3})(?![\w.])/g, `${MARK.raised}$1${MARK.end}`)
    .replace(/(?<=\S)_\{([^{}\n]{1,80})\}/g, `${MARK.lowered}$1${MARK.end}`)
    .replace(/(?<![\w_])_([^_\s][^_\n]*)_(?![\w_])/g, '$1')
    .replace(/[\ufdd7-\ufddd]/g, (held) => SIGNS.charAt(held.charCodeAt(0) - HELD));
}
