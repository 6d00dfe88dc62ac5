import { parseDocument } from 'yaml';

/** Aliases that YAML may expand, against documents that grow exponentially. The library's own default. */
const MAX_ALIASES = 100;
/** Nesting of front matter that is kept; deeper values are dropped with a warning. */
const MAX_DEPTH = 32;

/** The name of a page that Notion has exported: its title and its id. */
const NOTION_PAGE = /(?:^|\/)[^/]* [0-9a-f]{32}\.md$/;

/** The title, an empty line, and the properties of the page of a database, one a line, up to the next empty line. */
const HEAD = /^(# [^\n]*\n\n)((?:[^\n:#|>*-][^\n:]{0,100}: [^\n]*(?:\n|$))+)(?=\n|$)/;

interface FrontMatter {
  /** JSON values; dates as the strings that were written. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The document after its front matter, whose lines are empty now, so that line numbers still hold. */
  readonly body: string;
  readonly warning?: string;
}

/**
 * Splits YAML front matter (a first line `---` up to a line `---` or `...`) from a document. Front matter that is
 * not YAML is dropped with a warning; a pair of rules around prose, which reads as one YAML string, is prose.
 *
 * @param source with `\n` line ends
 */
export function readFrontMatter(source: string): FrontMatter {
  const opening = /^---[^\S\n]*\n/.exec(source);
  const closing = opening && /^(?:---|\.\.\.)[^\S\n]*$/m.exec(source.slice(opening[0].length));
  if (!closing) return { metadata: {}, body: source };
  const yaml = source.slice(opening[0].length, opening[0].length + closing.index);
  const end = opening[0].length + closing.index + closing[0].length;
  const body = '\n'.repeat(countLines(source.slice(0, end))) + source.slice(end);

  const { value, problem } = readYaml(yaml);
  if (problem !== undefined)
    return { metadata: {}, body, warning: `The front matter was left out, since it is not valid YAML: ${problem}` };
  if (value === null || value === undefined) return { metadata: {}, body };
  if (!isRecord(value)) {
    if (typeof value === 'string') return { metadata: {}, body: source };
    return { metadata: {}, body, warning: 'The front matter names no fields and was ignored.' };
  }
  return { metadata: jsonRecord(value, MAX_DEPTH), body };
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

function readYaml(yaml: string): { value?: unknown; problem?: string } {
  try {
    const document = parseDocument(yaml, { schema: 'core' });
    const [error] = document.errors;
    if (error) return { problem: sentence(error.message) };
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
  } catch (error) {
    return { problem: sentence(error instanceof Error ? error.message : String(error)) };
  }
}

/** The first line of the library's message, which says what is wrong and where; the rest draws it. */
function sentence(message: string): string {
  const [line = ''] = message.split('\n');
  return `${line.trim().replace(/[.:]$/, '')}.`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function jsonRecord(record: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [jsonString(key), jsonValue(value, depth - 1)]),
  );
}

/** YAML knows values that JSON does not (.nan, .inf): they become the strings that were meant. */
function jsonValue(value: unknown, depth: number): unknown {
  if (depth <= 0) return null;
  if (Array.isArray(value)) return value.map((item) => jsonValue(item, depth - 1));
  if (isRecord(value)) return jsonRecord(value, depth);
  if (typeof value === 'string') return jsonString(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : String(value);
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'boolean' ? value : null;
}

function jsonString(text: string): string {
  return text.toWellFormed().normalize('NFC');
}

/** Properties as metadata; none for a page that is none of Notion's, or of no database. Values as they are written. */
export function readNotionProperties(name: string, source: string): Readonly<Record<string, string>> {
  const lines = propertyLines(name, source);
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(': ');
      return [
        line.slice(0, colon).trim().normalize('NFC'),
        line
          .slice(colon + 2)
          .trim()
          .normalize('NFC'),
      ];
    }),
  );
}

/** Markdown would read the properties as one line: each ends in a line break that is meant. */
export function breakNotionProperties(name: string, source: string): string {
  if (propertyLines(name, source).length === 0) return source;
  return source.replace(HEAD, (_, title: string, lines: string) => `${title}${lines.replace(/\n(?=[^\n])/g, '  \n')}`);
}

function propertyLines(name: string, source: string): string[] {
  if (!NOTION_PAGE.test(name)) return [];
  return (HEAD.exec(source)?.[2] ?? '').split('\n').filter((line) => line !== '');
}
