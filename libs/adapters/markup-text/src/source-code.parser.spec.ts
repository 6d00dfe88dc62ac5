import { MarkdownParserStandIn } from '../test/markdown-stand-in.js';
import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { MdxParser } from './mdx.parser.js';
import { SourceCodeParser } from './source-code.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = async (name: string, source: string) => {
  const { signal } = new AbortController();
  const parsed = await new SourceCodeParser().parse({ bytes: utf8(source), name, signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const blocksOf = async (name: string, source: string): Promise<string[]> => {
  const { text, blocks } = await read(name, source);
  return blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
};

const PYTHON = `#!/usr/bin/env python3
"""Turns the wheel.

It never stops by itself.
"""

# The river is slow
# in summer.
SPEED = 4

def turn():
    '''Once around.'''
    return SPEED
`;

describeDocumentParser('SourceCodeParser', () => new SourceCodeParser(), [
  { what: 'Python', name: 'wheel.py', bytes: utf8(PYTHON), holds: ['It never stops by itself.', 'SPEED = 4'] },
  { what: 'SQL', name: 'wheel.sql', bytes: utf8('-- All wheels\nSELECT 1;\n'), holds: ['All wheels', 'SELECT 1;'] },
]);

describe('SourceCodeParser', () => {
  it('reads comments and documentation as prose', async () => {
    expect(await blocksOf('wheel.py', PYTHON)).toEqual([
      'code: #!/usr/bin/env python3',
      'paragraph: Turns the wheel.\n\nIt never stops by itself.',
      'paragraph: The river is slow\nin summer.',
      'code: SPEED = 4',
      'code: def turn():',
      'paragraph: Once around.',
      'code:     return SPEED',
    ]);
    expect(await blocksOf('wheel.ts', '/**\n * Turns it.\n * Slowly.\n */\nturn(); // now\n')).toEqual([
      'paragraph: Turns it.\nSlowly.',
      'code: turn(); // now',
    ]);
  });

  it('leaves packed lines out and says so', async () => {
    const { text, warnings } = await read('a.js', `turn();\n${'x;'.repeat(3_000)}\n`);
    expect(text).toBe('turn();');
    expect(warnings).toEqual(['1 line is longer than 5000 characters and left out: packed or generated code.']);
  });
});

describe('MdxParser', () => {
  it('hands on the Markdown without imports, components and comments, and code as it is', async () => {
    const markdown = new MarkdownParserStandIn();
    const source =
      "import { Tab } from './tab'\n\n# Mill\n\n<Tab label=\"a\">\nIt turns {/* fast */}.\n</Tab>\n\n```js\nimport x from 'x'\n```\n";
    const { signal } = new AbortController();
    const { text } = await new MdxParser(markdown).parse({ bytes: utf8(source), name: 'mill.mdx', signal });
    expect(text).toBe("# Mill\n\na: \nIt turns .\n\n\n```js\nimport x from 'x'\n```");
  });
});
