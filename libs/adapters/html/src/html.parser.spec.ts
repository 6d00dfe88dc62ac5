import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { HtmlParser } from './html.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const signal = new AbortController().signal;
const read = (html: string, name = 'page.html') => new HtmlParser().parse({ bytes: utf8(html), name, signal });
const blocksOf = async (html: string): Promise<[string, string][]> => {
  const parsed = await read(html);
  expectWellFormedDocument(parsed);
  return parsed.blocks.map(({ kind, start, end }) => [kind, parsed.text.slice(start, end)]);
};
const textOf = async (html: string): Promise<string> => (await read(html)).text;

describeDocumentParser('HtmlParser', () => new HtmlParser(), [
  {
    what: 'a page with navigation, a table and code',
    name: 'page.html',
    bytes:
      utf8(`<!doctype html><html lang="en"><head><title> The  Harbour </title><meta name=description content="About it">
      <style>p{}</style></head><body><nav>Home</nav><main><h1>Harbour</h1><p>The <b>o</b>ld &eacute;cluse&nbsp;gate.<ul><li>one<li>two</ul>
      <table><tr><th>A<th>B<tr><td>1<td>2</table><pre>  a
  b</pre></main><footer>(c)</footer></body></html>`),
    holds: ['Harbour', 'The old écluse gate.', 'one\ntwo', 'A: 1; B: 2', '  a\n  b'],
  },
  {
    what: 'a fragment without any structure',
    name: 'x.htm',
    bytes: utf8('Just <i>text</i> 👩‍👩‍👧 cafe\u0301'),
    holds: ['Just text 👩‍👩‍👧 café'],
  },
  {
    what: 'XHTML with self-closed elements and CDATA',
    name: 'chapter.xhtml',
    bytes: utf8(
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head><body><h2>One</h2><p>A<br/>B <![CDATA[1 < 2 & 3]]></p></body></html>',
    ),
    holds: ['One', 'A\nB 1 < 2 & 3'],
  },
]);

describe('HtmlParser', () => {
  it('takes title, language and fields from the head', async () => {
    const { title, metadata } = await read(
      '<html lang="de"><title>A &amp; B</title><meta name="Author" content=" M. "><meta property="article:published_time" content="2026-01-02"><h1>C</h1>',
    );
    expect(title).toBe('A & B');
    expect(metadata).toEqual({ lang: 'de', author: 'M.', date: '2026-01-02' });
  });

  it('takes the title from the first h1 when the head names none', async () => {
    expect((await read('<title> </title><h2>No</h2><h1>Yes <em>we</em></h1>')).title).toBe('Yes we');
  });

  it('keeps words whole over inline elements and apart over blocks', async () => {
    expect(
      await textOf('<p>un<b>believ</b>able\n  <i>x</i><sup>2</sup>,&nbsp;<br> next</p>one<div>two</div>three'),
    ).toBe('unbelievable x²,\nnext\n\none\n\ntwo\n\nthree');
  });

  it('makes headings sections, except quoted ones', async () => {
    const { text, sections } = await read(
      '<h1>A<a href="#a">¶</a></h1><div><section><h3>B\n c</h3></section></div><blockquote><h2>Q</h2>R</blockquote>',
    );
    expect(text).toBe('A\n\nB c\n\nQ\n\nR');
    expect(sections).toEqual([
      { heading: 'A', level: 1, start: 0 },
      { heading: 'B c', level: 3, start: 3 },
    ]);
  });

  it('leaves out what a reader does not see', async () => {
    expect(
      await textOf(`<p>seen</p><script>no</script><style>no</style><template>no</template><noscript>no</noscript>
        <p hidden>no</p><p style="color:red; display: none">no</p><p aria-hidden=true>no</p><svg><text>no</text></svg>
        <button>no</button><select><option>no</select><dialog>no</dialog><p>too<sup><a href="#fn1">1</a></sup></p><!-- no -->`),
    ).toBe('seen\n\ntoo');
  });

  it('leaves out the margins of the page, but not those of its parts', async () => {
    expect(
      await textOf(`<header><h1>Title</h1>Logo</header><nav>no</nav><aside>no</aside><form>Search <input></form><section><header><h2>Part</h2>
        by M.</header><p>text</p><footer>note</footer></section><footer>no</footer>`),
    ).toBe('Title\n\nPart\n\nby M.\n\ntext\n\nnote');
  });

  it('prefers main, then articles that hold most of the text', async () => {
    expect(await textOf('<div>menu</div><main><p>a</p></main>')).toBe('a');
    expect(await textOf('<div>menu</div><article>long enough</article><article>second</article>')).toBe(
      'long enough\n\nsecond',
    );
    expect(await textOf('<div>The page itself, at length.</div><article>ad</article>')).toContain('itself');
  });

  it('reads a page that is one form, or hides its body, or consists of margins', async () => {
    expect(await textOf('<form action=x><p>All of it</p></form>')).toBe('All of it');
    expect(await textOf('<body style="visibility:hidden"><p>All</p></body>')).toBe('All');
    expect(await textOf('<header>Only this</header>')).toBe('Only this');
  });

  it('gives list items blocks of their own, with numbers and terms', async () => {
    expect(
      await blocksOf(
        '<ol start=3><li>c<ul><li>nested</ul>after<li value=9><p>i</p><p>j</p></ol><dl><dt>T<dt>U<dd>one<dd>two<dt>V</dl>',
      ),
    ).toEqual([
      ['list_item', '3. c'],
      ['list_item', 'nested'],
      ['list_item', 'after'],
      ['list_item', '9. i'],
      ['list_item', 'j'],
      ['list_item', 'T, U: one'],
      ['list_item', 'T, U: two'],
      ['list_item', 'V'],
    ]);
  });

  it('reads quotes and code', async () => {
    expect(
      await blocksOf('<blockquote><p>He said <q>no</q>.</p></blockquote><pre><code>if a:\n\n    b</code></pre>'),
    ).toEqual([
      ['quote', 'He said “no”.'],
      ['code', 'if a:\n\n    b'],
    ]);
  });

  describe('tables', () => {
    const rowsOf = async (table: string): Promise<string[]> =>
      (await blocksOf(`<table>${table}</table>`)).map(([, text]) => text);

    it('let each row stand on its own, over spans and several header rows', async () => {
      expect(
        await rowsOf(`<caption>Cargo</caption><thead><tr><th rowspan=2>Port<th colspan=2>Tons<tr><th>in<th>out</thead>
          <tr><td rowspan=2>Vale<td>1<td>2<tr><td>3<td><p>4</p><p>5</p><tr><th colspan=3>South<tr><td>Sund<td colspan=2>6`),
      ).toEqual([
        'Cargo',
        'Port: Vale; Tons in: 1; Tons out: 2',
        'Port: Vale; Tons in: 3; Tons out: 4 5',
        'South',
        'Port: Sund; Tons in: 6',
      ]);
    });

    it('without header cells are rows of cells', async () => {
      expect(await rowsOf('<tr><td>a<td>b<tr><td>c<td>d')).toEqual(['a; b', 'c; d']);
    });

    it('name a value by the head of its row when only rows have heads', async () => {
      expect(await rowsOf('<tr><th>Height<td>3 m<tr><th>Age<td>9')).toEqual(['Height: 3 m', 'Age: 9']);
    });

    it('that only arrange the page are read as blocks', async () => {
      expect(
        await blocksOf('<table><tr><td><h2>A</h2><p>b</p><td><table><tr><td>c<td>d<tr><td>e<td>f</table></table>'),
      ).toEqual([
        ['heading', 'A'],
        ['paragraph', 'b'],
        ['table_row', 'c; d'],
        ['table_row', 'e; f'],
      ]);
    });

    it.each([
      ['bold text', '<td><b>Quay</b><td><strong>Depth</strong>'],
      ['a bold style', '<td style="font-weight: 700">Quay<td style="color:red;font-weight:bold">Depth'],
      ['columns as their scope', '<td scope=col>Quay<td scope=col>Depth'],
    ])('take a first row of %s for names', async (_, head) => {
      expect(await rowsOf(`<tr>${head}<tr><td>East<td>3 m<tr><td>West<td>shut`)).toEqual([
        'Quay: East; Depth: 3 m',
        'Quay: West; Depth: shut',
      ]);
    });

    it('take a first row whose class says so for names', async () => {
      expect(await rowsOf('<tr class="grid tableHeader"><td>Quay<td>2025<tr><td>East<td>3')).toEqual([
        'Quay: East; 2025: 3',
      ]);
    });

    it.each([
      [
        'all rows are bold',
        '<td><b>East</b><td><b>shut</b><tr><td><b>West</b><td><b>open</b>',
        ['East; shut', 'West; open'],
      ],
      ['it holds values', '<td><b>East</b><td><b>3 m</b><tr><td>West<td>4 m', ['East; 3 m', 'West; 4 m']],
      [
        'only its first cell is bold',
        '<td><b>East</b><td>shut<tr><td><b>West</b><td>open',
        ['East: shut', 'West: open'],
      ],
      [
        'a cell spans two columns over texts',
        '<td colspan=2>East<td>shut<tr><td>a<td>b<td>c',
        ['East; shut', 'a; b; c'],
      ],
    ])('do not take a first row for names where %s', async (_, table, rows) => {
      expect(await rowsOf(`<tr>${table}`)).toEqual(rows);
    });

    it.each([
      [
        'cells without a mark',
        '<td rowspan=2>Quay<td colspan=2>Spring<td colspan=2>Autumn',
        '<td>boats<td>crew<td>boats<td>crew',
      ],
      [
        'header cells over plain ones',
        '<th><th colspan=2>Spring<th colspan=2>Autumn',
        '<td>Quay<td>boats<td>crew<td>boats<td>crew',
      ],
    ])('join two rows of names, of %s', async (_, groups, names) => {
      expect(await rowsOf(`<tr>${groups}<tr>${names}<tr><td>East<td>3<td>9<td>4<td>12`)).toEqual([
        'Quay: East; Spring boats: 3; Spring crew: 9; Autumn boats: 4; Autumn crew: 12',
      ]);
    });

    it('keep a title over the names, the units below them and equal names apart', async () => {
      expect(
        await rowsOf(
          '<tr><th colspan=4>Landings<tr><th>Quay<th>Weight<th>Weight<th>Crew<tr><td><td>kg<td>kg<td><tr><td>East<td>3<td>4<td>9',
        ),
      ).toEqual(['Landings', 'Quay: East; Weight (kg): 3; Weight (kg) (2): 4; Crew: 9']);
    });

    it('name the values of rows that have heads as well', async () => {
      expect(await rowsOf('<tr><th><th>1<th>2<tr><th scope=row>East<td>a<td>b')).toEqual(['East; 1: a; 2: b']);
    });

    it('of two thousand columns are read whole', async () => {
      const cells = (tag: string, text: string): string =>
        Array.from({ length: 2_000 }, (_, n) => `<${tag}>${text}${n}`).join('');
      const [row = ''] = await rowsOf(`<tr>${cells('th', 'c')}<tr>${cells('td', 'v')}`);
      expect(row.split('; ')).toHaveLength(2_000);
      expect(row).toMatch(/; c1999: v1999$/);
    });

    it('that repeat a thousand cells in each row are cut, and it is said', async () => {
      const { text, warnings } = await read(
        `<table><tr>${'<td rowspan=65534>x'.repeat(1_000)}<td>y${'<tr><td>z'.repeat(5_000)}</table>`,
      );
      expect(text.length).toBeLessThan(1_000_000);
      expect(text.split('\n')).toHaveLength(5_001);
      expect(warnings).toEqual(['A table has cells that span too many others; they were read where they begin only.']);
    });

    it('that repeat a long text are cut, and it is said', async () => {
      const long = 'word '.repeat(20_000);
      const { text, warnings } = await read(
        `<table><tr><td rowspan=900>${long}<td>y${'<tr><td>z'.repeat(800)}</table>`,
      );
      expect(text.length).toBeLessThan(1_500_000);
      expect(warnings).toEqual([
        'A table repeats too much text in cells that span rows; it was left out of the rows below.',
      ]);
    });

    it('cut a name of a column that is a text', async () => {
      const { text } = await read(
        `<table><tr><th>${'word '.repeat(20_000)}<th>B${'<tr><td>y<td>z'.repeat(1_000)}</table>`,
      );
      expect(text.length).toBeLessThan(200_000);
    });

    it('with absurd spans cost no more than they hold', async () => {
      expect(await rowsOf('<tr><td colspan=99999999 rowspan=99999999>a<td>b<tr><td>c<td>d')).toEqual([
        'a; b',
        'a; c; d',
      ]);
    });
  });

  it.each([
    ['declared in a meta element', '<meta charset="windows-1251"><p>\u00cf\u00f0\u00e8', 'При'],
    [
      'declared in HTML 4 style',
      '<meta http-equiv=Content-Type content="text/html; charset=ISO-8859-2"><p>\u00a3\u00f3d\u00bc',
      'Łódź',
    ],
    ['declared in XML', '<?xml version="1.0" encoding="iso-8859-1"?><p>\u00e9\u0080</p>', 'é€'],
    ['not declared', '<p>\u0093caf\u00e9\u0094', '“café”'],
    ['declared wrongly', '<meta charset="ascii"><p>\u00c3\u00a9', 'é'],
  ])('decodes an encoding that is %s', async (_, latin, expected) => {
    const bytes = Uint8Array.from(latin, (character) => character.charCodeAt(0));
    expect((await new HtmlParser().parse({ bytes, name: 'a.html', signal })).text).toBe(expected);
  });

  it('refuses bytes that are no text', async () => {
    await expect(
      new HtmlParser().parse({ bytes: Uint8Array.from([0x89, 0x50, 0, 0]), name: 'a.html', signal }),
    ).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'a.html is not a text file: it holds binary data.',
    });
  });

  it.each([
    ['divisions', '<div>'.repeat(100_000)],
    ['formatting', '<b><i>'.repeat(20_000)],
    ['lists', '<ul><li>'.repeat(50_000)],
    ['tables', '<table><tr><td>'.repeat(20_000)],
    ['headers', '<header>'.repeat(50_000)],
    ['quotes', '<blockquote>'.repeat(50_000)],
  ])('reads text within very many nested %s', async (_, html) => {
    expect(await textOf(`${html}deep`)).toContain('deep');
  });
});
