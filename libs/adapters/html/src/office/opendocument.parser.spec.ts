import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { OpenDocumentParser } from './opendocument.parser.js';

const STYLES =
  '<style:style style:name="Old" style:family="text"><style:text-properties style:text-line-through-style="solid"/></style:style>' +
  '<style:style style:name="Older" style:family="text" style:parent-style-name="Old"><style:text-properties fo:color="red"/></style:style>' +
  '<style:style style:name="Up" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>' +
  '<style:style style:name="Down" style:family="text"><style:text-properties style:text-position="-33% 58%"/></style:style>' +
  '<style:style style:name="Gone" style:family="paragraph"><style:text-properties style:text-line-through-type="single"/></style:style>' +
  '<style:style style:name="Gone" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>' +
  '<text:list-style style:name="Rules"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="." text:start-value="4"/>' +
  '<text:list-level-style-number text:level="2" style:num-format="a" text:display-levels="2" style:num-suffix=")"/></text:list-style>' +
  '<text:list-style style:name="Dots"><text:list-level-style-bullet text:level="1"/></text:list-style>';
const OUTLINE =
  '<text:outline-style><text:outline-level-style text:level="1" style:num-format="I" style:num-suffix="."/>' +
  '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>';

const read = async (body: string, common = '') => {
  const parts = {
    'content.xml': `<office:document-content><office:automatic-styles>${STYLES}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles><office:styles>${common}</office:styles></office:document-styles>`,
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
  return new OpenDocumentParser().parse({ bytes, name: 'mill.odt', signal: new AbortController().signal });
};
const span = (style: string, text: string): string => `<text:span text:style-name="${style}">${text}</text:span>`;
const item = (text: string, more = ''): string => `<text:list-item><text:p>${text}</text:p>${more}</text:list-item>`;

describe('an OpenDocument text', () => {
  it.each([
    [`The mill costs ${span('Old', '9')} 11 groats.`, 'The mill costs 11 groats.'],
    [`The mill costs ${span('Older', '9')} 11 groats.`, 'The mill costs 11 groats.'],
    [`A sack costs 25${span('Up', '3')} groats.`, 'A sack costs 25 groats.'],
    [`3 × 10${span('Up', '5')} litres of H${span('Down', '2')}O`, '3 × 10⁵ litres of H₂O'],
    [
      'It turns.<draw:frame><draw:text-box><text:p>Keep off.</text:p></draw:text-box></draw:frame> It creaks.',
      'It turns.\nKeep off.\n It creaks.',
    ],
    [
      'See the <text:a xlink:href="https://mill.example/list">list</text:a>.',
      'See the list (address: https://mill.example/list).',
    ],
  ])('is read by its styles and links: %s', async (body, expected) => {
    expect((await read(`<text:p>${body}</text:p>`)).text).toBe(expected);
  });

  it('leaves out paragraphs and cells that are struck out, and says so', async () => {
    const cell = (text: string, style = ''): string =>
      `<table:table-cell table:style-name="${style}" office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const { text, warnings } = await read(
      `<text:p text:style-name="Gone">Old.</text:p><table:table><table:table-row>${cell('Sack')}${cell('Price')}</table:table-row><table:table-row>${cell('rye')}${cell('9', 'Gone')}</table:table-row></table:table>`,
    );
    expect(text).toBe('Price\nSack: rye');
    expect(warnings).toEqual(['2 paragraphs, items or cells are all struck out and were left out.']);
  });

  it('numbers items and headings as its styles say', async () => {
    const { text } = await read(
      '<text:h text:outline-level="1">Rules</text:h><text:h text:outline-level="2">Gates</text:h>' +
        `<text:list text:style-name="Rules">${item('Shut.')}${item('Ring.', `<text:list>${item('Twice.')}${item('Thrice.')}</text:list>`)}</text:list>` +
        `<text:list text:style-name="Dots">${item('Free.')}</text:list><text:h text:outline-level="2">Bells</text:h>` +
        `<text:list text:style-name="Rules" text:continue-numbering="true">${item('Oil.')}</text:list><text:h text:outline-level="1">Fees</text:h>`,
      OUTLINE,
    );
    expect(text.split(/\n+/)).toEqual([
      'I. Rules',
      'I.1 Gates',
      '4. Shut.',
      '5. Ring.',
      '5.a) Twice.',
      '5.b) Thrice.',
      '- Free.',
      'I.2 Bells',
      '6. Oil.',
      'II. Fees',
    ]);
  });
});
