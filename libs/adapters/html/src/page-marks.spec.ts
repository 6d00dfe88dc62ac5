import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { HtmlParser } from './html.parser.js';

const { signal } = new AbortController();
const read = async (html: string) => {
  const parsed = await new HtmlParser().parse({ bytes: new TextEncoder().encode(html), name: 'page.html', signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const textOf = async (html: string): Promise<string> => (await read(html)).text;

describe('struck-out text of a page', () => {
  it.each([
    ['<p>A berth costs <del>9 groats</del> <ins>11 groats</ins>.</p>', 'A berth costs 11 groats.'],
    ['<p>Open <s>daily</s>, <strike>free</strike> on <b>Mondays</b>.</p>', 'Open, on Mondays.'],
    ['<p><span style="color: red; text-decoration: underline line-through">9</span> 11</p>', '11'],
    ['<p><span class="price line-through">9</span> 11 <i role="deletion">12</i></p>', '11'],
    ['<h2>Fees of <s>2024</s> 2025</h2>', 'Fees of 2025'],
    ['<ul><li><s>9</s> 11</ul>', '11'],
    ['<table><tr><th>Berth<th>Fee<tr><td>A<td><s>9</s> 11</table>', 'Berth: A; Fee: 11'],
    ['<p><span style="text-decoration: none">9</span></p>', '9'],
  ])('is left out of %s', async (html, expected) => expect(await textOf(html)).toBe(expected));

  it.each([
    ['.c3{font-weight:400;text-decoration:line-through}', '<span class="c1 c3">9</span> 11', '11'],
    ['/* .a{ */ p, span.old { text-decoration-line: line-through; }', '<span class="old">9</span> 11', '11'],
    ['@media screen { .x { color: red } .gone{text-decoration:line-through} }', '<b class="gone">9</b> 11', '11'],
    ['.c7{vertical-align:super;font-size:8pt}', '3 × 10<span class="c7">5</span>', '3 × 10⁵'],
    ['.c7{vertical-align:sub}', 'H<span class="c7">2</span>O', 'H₂O'],
    ['.c3{text-decoration:line-through}', '<span class="c3" style="text-decoration:none">9</span> 11', '9 11'],
    ['.list .c3{text-decoration:line-through}', '<span class="c3">9</span> 11', '9 11'],
  ])('is known by the style sheet %s', async (css, html, expected) =>
    expect(await textOf(`<html><head><style>${css}</style></head><body><p>${html}</p></body></html>`)).toBe(expected),
  );

  it('is told of where blocks consist of nothing else', async () => {
    const { text, warnings } = await read('<del><p>Old.</p><p>Older.</p></del><ul><li><s>Gone</s><li>Kept</ul>');
    expect(text).toBe('Kept');
    expect(warnings).toEqual(['2 paragraphs, items or cells are all struck out and were left out.']);
    expect((await read('<p><s>All</s></p>')).warnings).toEqual(['All of its text is struck out and was left out.']);
  });
});

describe('raised text of a page', () => {
  it.each([
    ['the page explains', '<p>A hut costs 40<sup>2</sup> groats.</p><p><small>2 in winter</small></p>'],
    ['a list explains', '<p>A hut costs 40<sup>2</sup>.</p><h3>Notes</h3><ol><li>x<li>y</ol>'],
    ['is counted', '<p>One<sup>1</sup>. A hut costs 40<sup>2</sup>. Three<sup>3</sup>.</p>'],
    ['is a link', '<p>A hut costs 40<sup>[<a href="#n2">2</a>]</sup>.</p>'],
    ['is a link to another page', '<p>A hut costs 40<sup><a href="notes.html#n2">2</a></sup>.</p>'],
    ['is within a link', '<p>A hut costs 40<a href="#n2"><sup>2</sup></a>.</p>'],
    ['is named so', '<p>A hut costs 40<sup class="footnote-ref">2</sup>.</p>'],
    ['is raised by its style', '<p>A hut costs 40<span class="fn" style="vertical-align: super">2</span>.</p>'],
    ['has the role of one', '<p>A hut costs 40<a role="doc-noteref" href="#n2">2</a>.</p>'],
  ])('is left out where it marks a note that %s', async (_, html) => {
    expect(await textOf(html)).toMatch(/^(?:One\. )?A hut costs 40(?: groats)?\./);
  });

  it('is kept where it is a power, in tables and headings too', async () => {
    expect(
      await textOf(
        '<h2>Area in m<sup>2</sup></h2><p>4 &times; 10<sup>7</sup> litres of H<sub>2</sub>O</p><table><tr><th>Area (m<sup>2</sup>)<th>Fee<tr><td>50<td>25<sup>1</sup></table>',
      ),
    ).toBe('Area in m²\n\n4 × 10⁷ litres of H₂O\n\nArea (m²): 50; Fee: 25');
  });

  it('is read in formulas', async () => {
    expect(
      await textOf(
        '<p><math><mn>3</mn><mo>×</mo><msup><mn>10</mn><mn>8</mn></msup></math>, <math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac></math>, <math><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup></math></p>',
      ),
    ).toBe('3×10⁸, (a+1)/b, x₁²');
  });
});

it('reads words whole over ruby text and break hints', async () => {
  expect(await textOf('<p><ruby>港<rp>(</rp><rt>みなと</rt><rp>)</rp></ruby>町 light<wbr>house har&shy;bour</p>')).toBe(
    '港町 lighthouse harbour',
  );
});

describe('closed panels of a page', () => {
  const TABS = '<div role=tablist><button role=tab>Sail</button><button role=tab>Oar</button></div>';

  it('are read with the labels of their tabs', async () => {
    expect(
      await textOf(
        `${TABS}<div role=tabpanel><p>Hoist it.</p></div><div role=tabpanel hidden><p>Row it.</p></div><p>Then rest.</p>`,
      ),
    ).toBe('Sail: Hoist it.\n\nOar: Row it.\n\nThen rest.');
    expect(
      await textOf(
        '<div role=tablist><a role=tab aria-controls=b>Oar</a><a role=tab aria-controls=a>Sail</a></div><div id=a role=tabpanel style="color:red;display:none"><pre>hoist</pre></div><div id=b role=tabpanel aria-hidden=true>Row it.</div>',
      ),
    ).toBe('Sail:\n\nhoist\n\nOar: Row it.');
  });

  it('have headings of their own where they are long', async () => {
    const long = 'Row it home. '.repeat(60);
    const { sections } = await read(
      `<h1>Boats</h1>${TABS}<div role=tabpanel>x</div><div role=tabpanel hidden>${long}</div>`,
    );
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['Boats', 1],
      ['Oar', 2],
    ]);
    expect((await read(`${TABS}<div role=tabpanel hidden>${long}</div><p>After</p>`)).sections).toEqual([]);
  });

  it('are those of accordions, templates and what can be found in the page', async () => {
    expect(
      await textOf(
        '<h3><button aria-expanded=false aria-controls=p>Where is it?</button></h3><div id=p hidden>At the pier.</div><div class="accordion-collapse collapse" style="display: none">By boat.</div><div role=tabpanel hidden><template><p>Later.</p></template></div><p hidden=until-found>Found.</p>',
      ),
    ).toBe('Where is it?\n\nAt the pier.\n\nBy boat.\n\nLater.\n\nFound.');
  });

  it('are no menus, dialogs, banners and hidden parts', async () => {
    expect(
      await textOf(
        '<button aria-expanded=false aria-controls=m>Menu</button><div id=m hidden><a href=a>A</a> <a href=b>B</a></div><button aria-expanded=false aria-controls=n>Go</button><div id=n class=dropdown-menu hidden>no</div><div class="collapse cookie-banner" hidden>no</div><button aria-haspopup=dialog aria-expanded=false aria-controls=d>D</button><div id=d hidden>no</div><div hidden>no</div><template>no</template>yes',
      ),
    ).toBe('yes');
  });
});

describe('links of a page', () => {
  it('say where they lead outside of the site', async () => {
    expect(
      await textOf(
        '<link rel=canonical href="https://www.quay.example/a"><p><a href="https://forms.other.example/7">Order it</a>, <a href="mailto:pier@quay.example">write</a> or <a href="tel:+4930998877">call</a>; <a href="#a">part</a>, <a href="/b">page</a>, <a href="https://quay.example/c">site</a>.</p><h2><a href="https://h.example">Head</a></h2>',
      ),
    ).toBe(
      'Order it (address: https://forms.other.example/7), write (e-mail: pier@quay.example) or call (phone: +4930998877); part, page, site.\n\nHead',
    );
  });

  it('are told of the site by most of them', async () => {
    const own = Array.from({ length: 30 }, (_, i) => `<a href="https://wiki.example/${i}">t${i}</a>`).join(' ');
    expect(await textOf(`<p>${own} <a href="https://forms.example/7">form</a></p>`)).toMatch(
      /^t0 t1 .* t29 form \(address: https:\/\/forms\.example\/7\)$/,
    );
  });
});

it.each([
  ['raised texts', 'x<sup>2</sup> '.repeat(20_000)],
  ['nested raised texts', '<sup>'.repeat(20_000)],
  ['struck-out texts', '<s>no</s> '.repeat(20_000)],
  ['nested struck-out blocks', '<div><s>no</s>'.repeat(10_000)],
  ['links', '<a href="https://a.example">b</a> '.repeat(20_000)],
  ['long links', `<a href="https://a.example/${'x'.repeat(10_000)}">b</a> `.repeat(200)],
  ['links within cells', '<a href="https://a.example">b<table><tr><td>'.repeat(5_000)],
  ['panels', '<div role=tabpanel aria-labelledby=a hidden><p>b</p></div>'.repeat(5_000)],
  ['nested panels', '<div role=tabpanel hidden>'.repeat(10_000)],
  ['formulas', '<math><msup><mi>x</mi><mn>2</mn></msup></math> '.repeat(5_000)],
  ['notes', '<small>1 a</small> '.repeat(10_000)],
])('reads the text behind very many %s', async (_, html) => {
  expect(await textOf(`<p>${html}<p>deep`)).toContain('deep');
});
