import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, refuseAccessAtHead } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const STATEMENT = /^(?:import\s+[^\s(]|export\s+(?:const|let|var|default|function|async|class|\{|\*))/;
const COMPONENT = /<\/?[A-Z][\w.]*(?:\s[^<>]{0,2000})?\/?>|<\/?>/g;
const EXPRESSION = /\{\/\*[^*]{0,5000}\*\/\}/g;

/** Reads MDX: Markdown whose imports, exports, components and comments are left out. What components surround is read. */
export class MdxParser implements DocumentParser {
  readonly name = 'mdx';
  readonly mediaType = 'text/mdx';
  readonly extensions = ['.mdx'];

  /** @param markdown reads what is left */
  constructor(private readonly markdown: DocumentParser) {}

  async parse({ bytes, name, language, ...request }: ParseRequest): Promise<ParsedDocument> {
    request.signal.throwIfAborted();
    const { text, warning } = decodeText({ bytes, name, language });
    await nextTurn();
    request.signal.throwIfAborted();
    const source = text.replace(/\r\n?/g, '\n');
    // Statements are left out, and one may be the front matter: `export const frontmatter = {…}`.
    if (STATEMENT.test(source.trimStart())) refuseAccessAtHead(source, name);
    const left = new LeftOut();
    const markdown = new TextEncoder().encode(markdownOf(source, left));
    const parsed = await this.markdown.parse({ ...request, name, bytes: markdown });
    const own = [...(warning === undefined ? [] : [warning]), ...left.sentences()];
    return own.length === 0 ? parsed : { ...parsed, warnings: [...own, ...parsed.warnings] };
  }
}

/** Attributes that people read; all others set how a component looks and works. */
const SHOWN =
  /\s(?:title|label|summary|heading|header|caption|description|alt|text|name)=(?:"([^"<>]{1,1000})"|'([^'<>]{1,1000})')/g;

function shownOf(component: string): string {
  const shown = Array.from(component.matchAll(SHOWN), ([, double, single]) => double ?? single ?? '').join(' – ');
  if (shown === '') return '';
  return component.endsWith('/>') ? shown : `${shown}: `;
}

/** What is left out of a document, counted. */
class LeftOut {
  exports = 0;
  comments = 0;

  readonly comment = (text: string): string => {
    if ((text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 3) this.comments += 1;
    return '';
  };

  sentences(): string[] {
    const what = (count: number, name: string): string[] =>
      count === 0 ? [] : [count === 1 ? `1 ${name} was left out.` : `${count} ${name}s were left out.`];
    return [...what(this.exports, 'statement of code (export)'), ...what(this.comments, 'comment')];
  }
}

function markdownOf(source: string, left: LeftOut): string {
  let fence = '';
  let inStatement = false;
  const kept: string[] = [];
  let prose: string[] = [];
  const flush = (): void => {
    if (prose.length > 0) kept.push(prose.join('\n').replace(EXPRESSION, left.comment).replace(COMPONENT, shownOf));
    prose = [];
  };
  for (const line of source.split('\n')) {
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence !== '' || mark !== '') {
      flush();
      kept.push(line);
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence) && line.trim() === mark) fence = '';
      continue;
    }
    // A statement ends with a blank line (mdxjs.com, "ESM").
    if (!inStatement && /^export\s/.test(line) && STATEMENT.test(line)) left.exports += 1;
    inStatement = line.trim() !== '' && (inStatement || STATEMENT.test(line));
    if (!inStatement) prose.push(line);
  }
  flush();
  return kept.join('\n');
}
