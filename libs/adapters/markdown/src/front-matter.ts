import { accessFieldAtHead, accessMentionIn, secondAccessField, unclearAccess } from '@arbiter/adapter-kit/documents';
import { isProse } from './comments-in.js';
import { parse as parseToml, TomlError } from 'smol-toml';
import { parseDocument } from 'yaml';

/** Aliases that YAML may expand, against documents that grow exponentially. The library's own default. */
const MAX_ALIASES = 100;
/** Nesting of front matter that is kept; deeper values are dropped with a warning. */
const MAX_DEPTH = 32;
/** Longer front matter is left out. People write some kilobytes. */
const MAX_LENGTH = 1_000_000;
/** The YAML library compares each key with each other one, to find two that are equal; that costs seconds beyond this length. */
const MAX_COMPARED_LENGTH = 50_000;
/** Fields that are kept: each is stored with each passage of the document. */
const MAX_FIELDS = 1_000;

/** `---` (YAML, or the language that it names), `+++` (TOML), `;;;` (JSON); each up to a line like it. */
const OPENING = /^(---|\+\+\+|;;;)[^\S\n]{0,8}(yaml|toml|json)?[^\S\n]{0,8}\n/;
const CLOSINGS: Readonly<Record<string, RegExp>> = {
  '---': /^(?:---|\.\.\.)[^\S\n]*$/m,
  '+++': /^\+\+\+[^\S\n]*$/m,
  ';;;': /^;;;[^\S\n]*$/m,
};
const LANGUAGES: Readonly<Record<string, Language>> = { '---': 'yaml', '+++': 'toml', ';;;': 'json' };
/** Hugo's JSON stands bare: an object whose braces have lines of their own. */
const BARE_JSON = /(?<![^])\{[^\S\n]*\n[^\S\n]*"[^]*?^\}[^\S\n]*$/m;
/** MultiMarkdown: lines of "Key: value" from the first on, up to an empty one, of which the first is the title. */
const PLAIN_FIELDS = /^title:[^\S\n]+\S[^\n]*\n(?:[A-Za-z][\w -]{0,40}:[^\S\n]+\S[^\n]*(?:\n|$))+(?=\n|$)/i;
/** Pandoc: title, authors and date. */
const TITLE_BLOCK = /^%([^\n]+)\n%([^\n]*)(?:\n%([^\n]*))?(?=\n|$)/;

const FORMATS: Readonly<Record<Language, string>> = { yaml: 'YAML', toml: 'TOML', json: 'JSON' };

type Language = 'yaml' | 'toml' | 'json';
type Fields = Readonly<Record<string, unknown>>;

interface FrontMatter {
  /** JSON values; dates as the strings that were written. */
  readonly metadata: Fields;
  /** The document after its front matter, whose lines are empty now, so that line numbers still hold. */
  readonly body: string;
  /** The lines of front matter that cannot be read, which stay text. */
  readonly unread?: string;
  readonly warning?: string;
}

/**
 * Splits front matter from a document: YAML, TOML or JSON between lines of marks, a bare JSON object, the heads of MultiMarkdown
 * and Pandoc. Front matter that cannot be read stays text, with a warning; a pair of rules around prose, which reads as one YAML
 * string, is prose.
 *
 * @param source with `\n` line ends
 * @param name of the document, for messages
 * @throws ArbiterError as `accessRefusal` when it names access groups in what cannot be read, and when it names them twice
 */
export function readFrontMatter(source: string, name: string): FrontMatter {
  const plain = readPlainHead(source);
  if (plain) {
    refuseSecond(source.slice(0, plain.end), 0, name);
    return { metadata: jsonRecord(plain.fields, MAX_DEPTH), body: withoutStart(source, plain.end) };
  }
  const block = findBlock(source);
  if (!block) {
    const field = accessFieldAtHead(source);
    if (field) throw unclearAccess(name, field, 'the front matter does not begin or end with a line of its marks');
    return { metadata: {}, body: source };
  }
  const body = withoutStart(source, block.end);
  if (block.text.length > MAX_LENGTH) {
    refuseMention(block, `the front matter has more than ${MAX_LENGTH} characters`, name);
    return { metadata: {}, body, warning: `The front matter was left out: it has more than ${MAX_LENGTH} characters.` };
  }
  const { value, problem } = readBlock(block);
  if (problem !== undefined) {
    const what = `is not valid ${FORMATS[block.language]} (${placed(problem, block)})`;
    refuseMention(block, `the front matter ${what}`, name);
    return asText(source, block, `The front matter ${what} and was kept as text.`);
  }
  if (value === null || value === undefined) return { metadata: {}, body };
  if (!isRecord(value)) {
    refuseMention(block, 'the front matter names no fields', name, { isProse: typeof value === 'string' });
    if (typeof value === 'string') return { metadata: {}, body: source };
    return asText(source, block, 'The front matter names no fields and was kept as text.');
  }
  refuseSecond(block.text, block.firstLine - 1, name);
  const entries = Object.entries(value);
  if (
    accessMentionIn(
      entries
        .slice(MAX_FIELDS)
        .map(([key]) => key)
        .join('\n'),
    )
  )
    refuseMention(block, `the front matter has more than ${MAX_FIELDS} fields`, name);
  const lost = { values: 0 };
  const metadata = jsonRecord(Object.fromEntries(entries.slice(0, MAX_FIELDS)), MAX_DEPTH, lost);
  const warning = [
    ...(entries.length > MAX_FIELDS
      ? [`${entries.length - MAX_FIELDS} fields of the front matter were left out.`]
      : []),
    ...(block.language !== 'json' && commentsOf(block.text) ? ['Comments of the front matter were left out.'] : []),
    ...(lost.values > 0 ? [`Values nested more than ${MAX_DEPTH} deep in the front matter were left out.`] : []),
  ].join(' ');
  return { metadata, body, ...(warning !== '' && { warning }) };
}

/** Front matter that cannot be read, up to the first empty line, as text; where it has one, the rest is Markdown again. */
function asText(source: string, { start, text, end }: Block, warning: string): FrontMatter {
  const gap = /\n[^\S\n]*\n/.exec(text)?.index;
  const unread = gap === undefined ? text : text.slice(0, gap);
  const body = withoutStart(source, gap === undefined ? end : start + gap);
  return { metadata: {}, body, unread, warning };
}

function refuseMention({ text, firstLine }: Block, why: string, name: string, form = { isProse: false }): void {
  const mention = accessMentionIn(text, form);
  if (mention) throw unclearAccess(name, { line: mention.line + firstLine - 1 }, why);
}

/** Of two equal fields JSON and long YAML keep the last, without a word. */
function refuseSecond(text: string, linesBefore: number, name: string): void {
  const second = secondAccessField(text);
  if (second) throw unclearAccess(name, { line: second.line + linesBefore }, 'not for the first time');
}

interface Block {
  readonly language: Language;
  readonly text: string;
  /** Where `text` begins, and its first line, from 1. */
  readonly start: number;
  readonly firstLine: number;
  /** Where the document goes on. */
  readonly end: number;
}

function findBlock(source: string): Block | undefined {
  const opening = OPENING.exec(source);
  if (!opening) {
    const bare = source.startsWith('{') ? BARE_JSON.exec(source.slice(0, MAX_LENGTH))?.[0] : undefined;
    return bare !== undefined && isRecord(readBlock({ language: 'json', text: bare }).value)
      ? { language: 'json', text: bare, start: 0, firstLine: 1, end: bare.length }
      : undefined;
  }
  const [start, mark = '---', named] = opening;
  const closing = CLOSINGS[mark]?.exec(source.slice(start.length));
  if (!closing) return undefined;
  const text = source.slice(start.length, start.length + closing.index);
  const language = (named as Language | undefined) ?? LANGUAGES[mark] ?? 'yaml';
  return {
    language,
    text: mark === ';;;' && !text.trim().startsWith('{') ? `{${text}}` : text,
    start: start.length,
    firstLine: 2,
    end: start.length + closing.index + closing[0].length,
  };
}

function readPlainHead(source: string): { fields: Fields; end: number } | undefined {
  const [head] = PLAIN_FIELDS.exec(source) ?? [];
  if (head !== undefined) {
    const lines = head.split('\n').filter((line) => line !== '');
    const fields = lines.map((line) => [
      line.slice(0, line.indexOf(':')).trim(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]);
    return {
      fields: Object.fromEntries(fields.map(([key = '', value]) => [key.toLowerCase(), value])) as Fields,
      end: head.length,
    };
  }
  const block = TITLE_BLOCK.exec(source);
  if (!block) return undefined;
  const [{ length }, title, author, date] = block;
  const given = Object.entries({ title, author, date })
    .map(([key, value]) => [key, (value ?? '').trim()] as const)
    .filter(([, value]) => value !== '');
  return { fields: Object.fromEntries(given), end: length };
}

function withoutStart(source: string, end: number): string {
  return '\n'.repeat(countLines(source.slice(0, end))) + source.slice(end);
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

/** Whether comments on lines of their own say something to people. */
function commentsOf(text: string): boolean {
  return text.split('\n').some((line) => line.trimStart().startsWith('#') && isProse(line));
}

/** What is wrong with front matter, and the line of its block, from 1. */
interface Problem {
  readonly says: string;
  readonly line?: number | undefined;
}

function readBlock({ language, text }: Pick<Block, 'language' | 'text'>): { value?: unknown; problem?: Problem } {
  try {
    if (language === 'toml') return { value: parseToml(text) };
    if (language === 'json') return { value: JSON.parse(text) as unknown };
    const document = parseDocument(text, { schema: 'core', uniqueKeys: text.length <= MAX_COMPARED_LENGTH });
    const [error] = document.errors;
    if (error) return { problem: { says: error.message, line: error.linePos?.[0].line } };
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    const at = / at position (\d+)/.exec(says)?.[1];
    const line = error instanceof TomlError ? error.line : at && countLines(text.slice(0, Number(at))) + 1;
    return { problem: { says, line: line === '' ? undefined : line } };
  }
}

/** The first line of the library's message, which says what is wrong; the rest draws it. The line is that of the document. */
function placed({ says, line }: Problem, { firstLine }: Block): string {
  const [first = ''] = says.split('\n');
  const [what = ''] = first.split(/ (?:at line \d|at position \d|in JSON at )/);
  const reason = what.trim().replace(/[.:]$/, '');
  return line === undefined ? reason : `line ${line + firstLine - 1}: ${reason}`;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Lost {
  values: number;
}

function jsonRecord(record: Fields, depth: number, lost: Lost = { values: 0 }): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [jsonString(key), jsonValue(value, depth - 1, lost)]),
  );
}

/** YAML and TOML know values that JSON does not (.nan, .inf, dates): they become the strings that were meant. */
function jsonValue(value: unknown, depth: number, lost: Lost): unknown {
  if (depth <= 0) {
    lost.values += 1;
    return null;
  }
  if (Array.isArray(value)) return value.map((item) => jsonValue(item, depth - 1, lost));
  if (value instanceof Date) return value.toISOString();
  if (isRecord(value)) return jsonRecord(value, depth, lost);
  if (typeof value === 'string') return jsonString(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : String(value);
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'boolean' ? value : null;
}

function jsonString(text: string): string {
  return text.toWellFormed().normalize('NFC');
}
