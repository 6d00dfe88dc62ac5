import { part } from '@arbiter/testing/office';
import { describe, expect, it } from '@jest/globals';
import { readWord, run } from '../../test/make-word-document.js';
import { formatNumber } from '@arbiter/adapter-kit/documents';

const level = (index: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const definition = (id: number, levels: string): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels}</w:abstractNum>`;
const num = (id: number, of: number, more = ''): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
const CLAUSES = level(0, 'decimal', '%1.') + level(1, 'decimal', '%1.%2') + level(2, 'lowerLetter', '(%3)');

const inList = (text: string, ofLevel = 0, list = 1): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${ofLevel}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${run(text)}</w:p>`;
const styled = (text: string, style: string, more = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr>${run(text)}</w:p>`;

const read = (body: string, numbering: string, styles = '') =>
  readWord({
    body,
    parts: { 'word/numbering.xml': part('w:numbering', numbering), 'word/styles.xml': part('w:styles', styles) },
  });
const textOf = async (body: string, numbering: string, styles = ''): Promise<string> =>
  (await read(body, numbering, styles)).text;

describe('numbers of paragraphs in Word documents', () => {
  it('are those that Word shows, level by level, in list items', async () => {
    const body =
      inList('Rent') + inList('Due', 1) + inList('early', 2) + inList('Late', 1) + inList('End') + inList('Soon', 1);
    const { text, blocks } = await read(body, definition(0, CLAUSES) + num(1, 0));
    expect(text).toBe('1. Rent\n1.1 Due\n(a) early\n1.2 Late\n2. End\n2.1 Soon');
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['list_item']));
  });

  it('stand in headings that a style numbers, also in a style based on it', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="H1"/></w:style>';
    const body =
      styled('Parties', 'H1') +
      styled('Term', 'Clause') +
      styled('Schedule', 'H1', '<w:numPr><w:numId w:val="0"/></w:numPr>') +
      inList('The term is a year.', 1);
    const { text, sections } = await read(body, definition(0, CLAUSES) + num(1, 0), styles);
    expect(sections.map(({ heading }) => heading)).toEqual(['1. Parties', '2. Term', 'Schedule']);
    expect(text).toContain('2.1 The term is a year.');
  });

  it('take the level that is linked to their style', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="Sub"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>';
    const levels = level(0, 'decimal', '%1.') + level(1, 'decimal', '%1.%2', '<w:pStyle w:val="Sub"/>');
    expect(await textOf(inList('A') + styled('B', 'Sub'), definition(0, levels) + num(1, 0), styles)).toBe(
      '1. A\n1.1 B',
    );
  });

  it('go on in lists of one definition, and begin anew where a list says so', async () => {
    const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>';
    const lists = definition(0, CLAUSES) + num(1, 0) + num(2, 0) + num(3, 0, restart);
    const body = inList('a') + inList('b', 0, 2) + inList('c', 0, 3) + inList('d', 0, 3);
    expect(await textOf(body, lists)).toBe('1. a\n2. b\n7. c\n8. d');
  });

  it.each([
    ['0', '1. a\n1 b\n2. c\n2 d'],
    ['1', '1. a\n1 b\n2. c\n1 d'],
  ])('restart a level as its definition says: lvlRestart %s', async (restart, expected) => {
    const levels = level(0, 'decimal', '%1.') + level(1, 'decimal', '%2', `<w:lvlRestart w:val="${restart}"/>`);
    const body = inList('a') + inList('b', 1) + inList('c') + inList('d', 1);
    expect(await textOf(body, definition(0, levels) + num(1, 0))).toBe(expected);
  });

  it('count a level above that no paragraph has had', async () => {
    expect(await textOf(inList('a', 1) + inList('b'), definition(0, CLAUSES) + num(1, 0))).toBe('1.1 a\n2. b');
  });

  it('are decimal on all levels where the list is legal', async () => {
    const levels = level(0, 'upperRoman', 'Article %1.') + level(1, 'decimal', '%1.%2', '<w:isLgl/>');
    expect(await textOf(inList('a') + inList('b', 1), definition(0, levels) + num(1, 0))).toBe('Article I. a\n1.1 b');
  });

  it('leave bullets and hidden numbers out', async () => {
    const lists =
      definition(0, level(0, 'bullet', '•')) + definition(1, level(0, 'decimal', '%1.', '<w:rPr><w:vanish/></w:rPr>'));
    const { text, blocks } = await read(inList('a') + inList('b', 0, 2), lists + num(1, 0) + num(2, 1));
    expect(text).toBe('a\nb');
    expect(blocks.map(({ kind }) => kind)).toEqual(['list_item', 'list_item']);
  });

  it('are counted for empty paragraphs, not for deleted or hidden ones', async () => {
    const numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
    const deleted = `<w:p><w:pPr>${numbered}<w:rPr><w:del/></w:rPr></w:pPr><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>`;
    const hidden = `<w:p><w:pPr>${numbered}<w:rPr><w:vanish/></w:rPr></w:pPr>${run('x', '<w:vanish/>')}</w:p>`;
    const body = inList('a') + deleted + hidden + inList('') + inList('b');
    expect(await textOf(body, definition(0, CLAUSES) + num(1, 0))).toBe('1. a\n3. b');
  });

  it('in text boxes are counted apart', async () => {
    const box = `<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>${inList('boxed')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`;
    expect(await textOf(inList('a') + box + inList('b'), definition(0, CLAUSES) + num(1, 0))).toBe(
      '1. a\n1. boxed\n2. b',
    );
  });

  it('come from the list of a style that a definition links to', async () => {
    const lists = `<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="L"/></w:abstractNum>${definition(0, CLAUSES)}`;
    const styles =
      '<w:style w:type="numbering" w:styleId="L"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>';
    expect(await textOf(inList('a', 0, 2), lists + num(1, 0) + num(2, 1), styles)).toBe('1. a');
  });

  it('end where styles or lists refer to themselves', async () => {
    const lists = `<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="L"/></w:abstractNum>`;
    const styles =
      '<w:style w:type="numbering" w:styleId="L"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
      '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style>' +
      '<w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style>';
    expect(await textOf(inList('a') + styled('b', 'A'), lists + num(1, 0), styles)).toBe('a\n\nb');
  });
});

describe('formatNumber', () => {
  it.each([
    [3, 'decimalZero', '03'],
    [28, 'lowerLetter', 'bb'],
    [4, 'upperRoman', 'IV'],
    [1994, 'lowerRoman', 'mcmxciv'],
    [22, 'ordinal', '22nd'],
    [12, 'ordinal', '12th'],
    [2, 'ordinalText', 'Second'],
    [3, 'russianLower', 'в'],
    [21, 'japaneseCounting', '二十一'],
    [2, 'ganada', '나'],
    [5, 'decimalEnclosedCircle', '⑤'],
    [7, 'none', ''],
    [7, 'unheardOf', '7'],
    [999_999_999, 'lowerLetter', '999999999'],
    [999_999_999, 'upperRoman', '999999999'],
  ])('writes %i as %s', (value, format, expected) => {
    expect(formatNumber(value, format)).toBe(expected);
  });
});
