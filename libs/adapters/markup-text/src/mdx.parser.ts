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
    const markdown = new TextEncoder().encode(markdownOf(source));
    const parsed = await this.markdown.parse({ ...request, name, bytes: markdown });
    return warning === undefined ? parsed : { ...parsed, warnings: [warning, ...parsed.warnings] };
  }
}

function markdownOf(source: string): string {
  let fence = '';
  let inStatement = false;
  const kept: string[] = [];
  let prose: string[] = [];
  const flush = (): void => {
    if (prose.length > 0) kept.push(prose.join('\n').replace(EXPRESSION, '').replace(COMPONENT, ''));
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
    inStatement = line.trim() !== '' && (inStatement || STATEMENT.test(line));
    if (!inStatement) prose.push(line);
  }
  flush();
  return kept.join('\n');
}
