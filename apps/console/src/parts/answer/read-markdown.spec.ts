import { describe, expect, it } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Block, drawNode, readBlocks, textsOf, webAddress } from './read-markdown.js';

const htmlOf = (text: string): string =>
  readBlocks(text)
    .map(({ node }) => renderToStaticMarkup(drawNode(node, ({ value }) => value)))
    .join('');
/** The words of a text as they are drawn. */
const wordsOf = (text: string): string =>
  htmlOf(text)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"');

describe('Markdown of a program', () => {
  it('becomes paragraphs, lists, tables and code', () => {
    const cells = '| a | b |\n|---|---|\n| 1 | `2` |';
    expect(htmlOf(`# Prices\n\nA *phial* costs **9**.\n\n3. one\n4. two\n\n${cells}\n\n\`\`\`js\nx < 1\n\`\`\``)).toBe(
      '<h3>Prices</h3><p>A <em>phial</em> costs <strong>9</strong>.</p><ol start="3"><li><p>one</p></li><li><p>two</p></li></ol>' +
        '<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table></div><pre tabindex="0"><code>x &lt; 1</code></pre>',
    );
  });

  it.each([
    ['a script', 'Nine <script>alert(1)</script> wicks', 'Nine <script>alert(1)</script> wicks'],
    ['a script as a block', '<script>\nalert(1)\n</script>', '<script>\nalert(1)\n</script>'],
    ['SVG with a script', '<svg onload="alert(1)"><script>2</script>', '<svg onload="alert(1)"><script>2</script>'],
    ['an event of an element', '<img src=x onerror=alert(1)> nine', '<img src=x onerror=alert(1)> nine'],
    ['a frame', '<iframe src="https://evil.example"></iframe>', '<iframe src="https://evil.example"></iframe>'],
    ['a javascript link', '[nine](javascript:alert(1))', 'nine'],
    ['a javascript link in disguise', '[nine](JaVaScRiPt&colon;alert(1))', 'nine'],
    ['a link to data', '[nine](data:text/html,<script>alert(1)</script>)', 'nine'],
    ['an automatic link', '<javascript:alert(1)>', 'javascript:alert(1)'],
    ['a link with a title that is HTML', '[nine](https://a.example "<img src=x onerror=alert(1)>")', 'nine'],
    ['a marker as a link', 'Nine [1].\n\n[1]: javascript:alert(1)', 'Nine [1].[1]: javascript:alert(1)'],
    ['an image of elsewhere', '![nine](https://evil.example/x.png?d=9)', 'nine'],
  ])('is drawn as nothing that could run or load anything: %s', (_, text, words) => {
    const html = htmlOf(text);
    const tags = Array.from(html.matchAll(/<[^/][^>]*>/g), ([tag]) => tag);
    const link =
      /^<a href="https:\/\/[\w.]+\/?" title="https:\/\/[\w.]+\/?" target="_blank" rel="noreferrer noopener">$/;
    expect(tags.filter((tag) => tag !== '<p>' && !link.test(tag))).toEqual([]);
    expect(wordsOf(text)).toBe(words);
  });

  it('tells where each text stands', () => {
    const text =
      'A **phial** \\* costs [1][2].\r\n   more\n\n- one\n- *two* and\n  two https://a.b\n\n| a |\n|---|\n| two \\| 3 |\n';
    const texts = readBlocks(text).flatMap(({ node }) => textsOf(node));
    for (const { value, position } of texts) {
      const start = position?.start.offset ?? Number.NaN;
      expect(text.slice(start).replace(/^\\/, '').startsWith(value)).toBe(true);
    }
    expect(texts.map(({ value }) => value).slice(0, 6)).toEqual([
      ...['A ', 'phial', ' ', '*', ' costs [1][2].\r\n', 'more'],
    ]);
  });
});

describe('a text that grows', () => {
  it('gives finished blocks back as they were, and reads the same as at once', () => {
    const text = 'One [1].\n\n1. a\n\n2. b\n\nTwo **three** four.\n\n```\ncode\n\nmore\n```\n\n  - c\n  - d\n\nEnd.';
    const shapeOf = (blocks: readonly Block[]) =>
      blocks.map(({ start, source, node }) => [
        start,
        source,
        renderToStaticMarkup(drawNode(node, (one) => one.value)),
      ]);
    let blocks: readonly Block[] = [];
    for (let length = 1; length <= text.length; length++) {
      const grown = readBlocks(text.slice(0, length), blocks);
      expect(shapeOf(grown)).toEqual(shapeOf(readBlocks(text.slice(0, length))));
      blocks = grown;
    }
    const more = readBlocks(`${text} And more.`, blocks);
    expect(more.slice(0, -1).every((block) => blocks.includes(block))).toBe(true);
    expect(more).toHaveLength(6);
  });

  it('begins anew where the text is another one', () => {
    const before = readBlocks('One.\n\nTwo.\n\nThree.');
    expect(readBlocks('Four.\n\nFive.', before)).toEqual(readBlocks('Four.\n\nFive.'));
  });
});

it.each([
  ...['javascript:alert(1)', ' javascript:alert(1)', '//evil.example', '/v1/keys', 'https://', 'ftp://a.example'],
  'file:///etc',
])('opens no %s', (href) => expect(webAddress(href)).toBeNull());
