import { describe, expect, it } from '@jest/globals';
import { type Block, type Node, readBlocks, webAddress } from './read-markdown.js';

/** All nodes of a text, however deep. */
function allOf(blocks: readonly Block[]): readonly Node[] {
  const under = (node: Node): readonly Node[] =>
    typeof node === 'object' && 'children' in node ? [node, ...node.children.flatMap(under)] : [node];
  return blocks.flatMap(({ node }) => (node ? under(node) : []));
}

const elementsOf = (text: string) =>
  allOf(readBlocks(text)).filter((node) => typeof node === 'object' && 'tag' in node);
const textsOf = (text: string) => allOf(readBlocks(text)).filter((node) => typeof node === 'object' && 'text' in node);
const textOf = (text: string): string =>
  textsOf(text)
    .map((node) => node.text)
    .join('');

describe('Markdown of a program', () => {
  it('becomes paragraphs, lists, tables and code', () => {
    const text =
      '# Prices\n\nA *phial* costs **9**.\n\n3. one\n4. two\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n```js\nx < 1\n```';
    const nodes = readBlocks(text).flatMap(({ node }) => node ?? []);
    expect(nodes.map(({ tag }) => tag)).toEqual(['h3', 'p', 'ol', 'table', 'pre']);
    expect(nodes[2]).toMatchObject({ first: 3, children: [{ tag: 'li' }, { tag: 'li' }] });
    expect(nodes[4]).toEqual({ tag: 'pre', children: [{ tag: 'code', children: ['x < 1'] }] });
  });

  it.each([
    ['a script', 'Nine <script>alert(1)</script> wicks'],
    ['a script as a block', '<script>\nalert(1)\n</script>'],
    ['SVG with a script', '<svg onload="alert(1)"><script>alert(2)</script></svg>'],
    ['an event of an element', '<img src=x onerror=alert(1)> nine'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['a javascript link', '[nine](javascript:alert(1))'],
    ['a javascript link in disguise', '[nine](JaVaScRiPt&colon;alert(1))'],
    ['a link to data', '[nine](data:text/html,<script>alert(1)</script>)'],
    ['an automatic link', '<javascript:alert(1)>'],
    ['a link with a title that is HTML', '[nine](https://a.example "<img src=x onerror=alert(1)>")'],
    ['a defined link', '[nine][1]\n\n[1]: javascript:alert(1)'],
    ['an image of elsewhere', '![nine](https://evil.example/x.png?d=9)'],
  ])('holds no node that could run or load anything: %s', (_, text) => {
    const shown = new Set(['p', 'a', 'h3', 'h4']);
    expect(elementsOf(text).filter(({ tag }) => !shown.has(tag))).toEqual([]);
    for (const element of elementsOf(text)) {
      expect(Object.keys(element).sort()).toEqual(
        element.tag === 'a' ? ['children', 'href', 'tag'] : ['children', 'tag'],
      );
      expect(element.href ?? 'https://').toMatch(/^https?:\/\//);
    }
  });

  it('shows markup that it does not know as the characters that it is', () => {
    expect(textOf('Nine <b onclick="x()">wicks</b>')).toBe('Nine <b onclick="x()">wicks</b>');
    expect(textOf('![nine wicks](https://evil.example/x.png)')).toBe('nine wicks');
    expect(textOf('[nine](javascript:alert(1))')).toBe('[nine](javascript:alert(1))');
  });

  it('keeps a marker a marker, even where the text defines a link of its name', () => {
    expect(textOf('Nine wicks [1].\n\n[1]: https://evil.example')).toBe('Nine wicks [1].');
  });

  it('tells where each text stands', () => {
    const text = 'A **phial** costs 9.\r\n\r\n- one\n- *two* and two\n\n| a |\n|---|\n| two |\n';
    for (const node of textsOf(text)) {
      const start = node.start ?? Number.NaN;
      expect(text.slice(start, start + node.text.length).replaceAll('\r', ' ')).toBe(node.text);
    }
    const starts = textsOf(text).flatMap((node) => (node.text === 'two' ? node.start : []));
    expect(starts).toEqual([text.indexOf('two'), text.lastIndexOf('two')]);
  });
});

describe('a text that grows', () => {
  it('gives finished blocks back as they were, and reads the same as at once', () => {
    const text = 'One [1].\n\n- a\n- b\n\nTwo **three** four.\n\n```\ncode\n\nmore\n```\n\nEnd.';
    let blocks: readonly Block[] = [];
    for (let length = 1; length <= text.length; length++) {
      const grown = readBlocks(text.slice(0, length), blocks);
      expect(grown).toEqual(readBlocks(text.slice(0, length)));
      blocks = grown;
    }
    const more = readBlocks(`${text} And more.`, blocks);
    const drawn = more.filter(({ node }) => node !== null);
    expect(drawn.slice(0, -1).every((block) => blocks.includes(block))).toBe(true);
    expect(drawn).toHaveLength(5);
  });

  it('begins anew where the text is another one', () => {
    const before = readBlocks('One.\n\nTwo.\n\nThree.');
    expect(readBlocks('Four.\n\nFive.', before)).toEqual(readBlocks('Four.\n\nFive.'));
  });
});

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  '//evil.example',
  '/v1/keys',
  'https://',
  'ftp://a.example',
  'file:///etc',
])('opens no %s', (href) => expect(webAddress(href)).toBeNull());
