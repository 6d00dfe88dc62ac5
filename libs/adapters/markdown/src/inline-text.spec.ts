import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { MarkdownParser } from './markdown.parser.js';

const { signal } = new AbortController();
const read = async (markdown: string) => {
  const parsed = await new MarkdownParser().parse({ bytes: new TextEncoder().encode(markdown), name: 'a.md', signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const textOf = async (markdown: string): Promise<string> => (await read(markdown)).text;

describe('inline markdown', () => {
  it.each([
    ['The toll is ~~9 groats~~ 11 groats.', 'The toll is 11 groats.'],
    ['## Fees of ~~2024~~ 2025', 'Fees of 2025'],
    ['- ~~Gone~~ Kept', 'Kept'],
    ['It is <s>old</s> <del>older</del> <span style="text-decoration: line-through">no</span> new.', 'It is new.'],
    ['<p>It is <s>old</s> new.</p>', 'It is new.'],
    ['<del>\n\nOld.\n\n</del>\n\nNew.', 'New.'],
    ['| Berth | Fee |\n|--|--|\n| A | ~~9~~ 11 |', 'Berth: A; Fee: 11'],
  ])('leaves out what is struck out: %j', async (markdown, expected) => expect(await textOf(markdown)).toBe(expected));

  it('says where blocks are all struck out', async () => {
    expect((await read('Kept\n\n~~Gone~~\n\n- <s>Gone</s>')).warnings).toEqual([
      '2 paragraphs, items or cells are all struck out and were left out.',
    ]);
    expect((await read('~~Gone~~')).warnings).toEqual(['All of its text is struck out and was left out.']);
  });

  it.each([
    ['A hut costs 40<sup>2</sup> groats, the fee is 3^4^.', 'A hut costs 40 groats, the fee is 3.'],
    ['A hut[^9] holds 12[^1].\n\n[^1]: In winter.', 'A hut holds 12.\n\nIn winter.'],
    ['A hut holds 12<sup>3</sup>.\n\n<sup>3</sup> In winter.', 'A hut holds 12.\n\nIn winter.'],
    ['It holds 12<sup>[3](#n)</sup> and 5[<sup>4</sup>](#m).', 'It holds 12 and 5.'],
    [
      '3 x 10^4^ litres of H~2~O and CO<sub>2</sub> on 5 m<sup>2</sup>, the 1^st^',
      '3 x 10⁴ litres of H₂O and CO₂ on 5 m², the 1st',
    ],
    ['`x^2^` is a^b^c', 'x^2^ is a^b^c'],
    ['<ruby>港<rp>(</rp><rt>みなと</rt><rp>)</rp></ruby>町', '港町'],
  ])('keeps powers apart from notes: %j', async (markdown, expected) => expect(await textOf(markdown)).toBe(expected));

  it('says where links lead', async () => {
    expect(
      await textOf(
        'The [form](https://f.example/7 "t"), [list][l], <a href="tel:+4930998877">desk</a>, [post](mailto:a@b.example), [part](#x), [page](y.md), https://auto.example and [![map](m.png)](https://m.example/1).\n\n## [Head](https://h.example)\n\n[l]: <https://l.example/2>',
      ),
    ).toBe(
      'The form (address: https://f.example/7) (t), list (address: https://l.example/2), desk (phone: +4930998877), post (e-mail: a@b.example), part, page, https://auto.example and map (address: https://m.example/1).\n\nHead',
    );
  });

  it.each([
    ['tags that nothing closes', '<s><sup><a href="https://a.example">'.repeat(600)],
    ['closed tags', '<p><s>a</s><sup>2</sup></p>\n\n'.repeat(20_000)],
    ['links of ten kilobytes', `[a](https://a.example/${'x'.repeat(10_000)})\n\n`.repeat(100)],
  ])('reads the text behind very many %s', async (_, markdown) => {
    expect(await textOf(`${markdown}\n\ndeep`)).toContain('deep');
  });
});
