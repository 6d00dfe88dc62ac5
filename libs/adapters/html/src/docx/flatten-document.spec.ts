import { part } from '@arbiter/testing/office';
import { describe, expect, it } from '@jest/globals';
import { paragraph } from '../../test/make-documents.js';
import { field, readWord, run } from '../../test/make-word-document.js';

const drawing = (content: string, properties = ''): string =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="d" ${properties}/><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const box = (text: string): string => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
const shape = (content: string): string => `<wps:wsp><wps:txbx>${content}</wps:txbx></wps:wsp>`;
const legacyShape = (content: string): string =>
  `<w:r><w:pict><v:oval><v:textbox>${content}</v:textbox></v:oval></w:pict></w:r>`;
const read = (body: string) => readWord({ body });
const textOf = async (body: string): Promise<string> => (await read(body)).text;

describe('text boxes in Word documents', () => {
  it.each([
    ['a new one', drawing(shape(box('Keep shut.')))],
    ['an old one', legacyShape(box('Keep shut.'))],
    [
      'one that is there in both forms',
      `<mc:AlternateContent><mc:Choice Requires="wps">${drawing(shape(box('Keep shut.')))}</mc:Choice><mc:Fallback>${legacyShape(box('Keep shut.'))}</mc:Fallback></mc:AlternateContent>`,
    ],
  ])('stand once, after the paragraph that anchors them: %s', async (_, content) => {
    expect(await textOf(`<w:p>${run('Before ')}${content}${run('it.')}</w:p>${paragraph('After.')}`)).toBe(
      'Before it.\n\nKeep shut.\n\nAfter.',
    );
  });

  it('that nest without end are cut, which is said', async () => {
    const open = '<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>';
    const close = '</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>';
    const { text, warnings } = await read(
      open.repeat(100_000) + paragraph('deep') + close.repeat(100_000) + paragraph('After.'),
    );
    expect(text).toBe('After.');
    expect(warnings).toEqual(['1 text box or formula nested too deep could not be read and was left out.']);
  });
});

describe('what Word documents draw', () => {
  it('is told by its alternative text, and named where it has none', async () => {
    const picture = '<pic:pic><pic:blipFill><a:blip r:embed="r9"/></pic:blipFill></pic:pic>';
    const { text, warnings } = await read(
      `<w:p>${drawing(picture, 'descr="A map of the reef"')}</w:p><w:p>${drawing(picture)}</w:p>`,
    );
    expect(text).toBe('A map of the reef');
    expect(warnings).toEqual(['1 picture without a description could not be read and was left out.']);
  });

  it('is read from diagrams in their order, and from charts row by row', async () => {
    const point = (id: number, text: string): string =>
      `<dgm:pt modelId="${id}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const diagram = `<dgm:ptLst><dgm:pt modelId="0"/>${point(2, 'Mate')}${point(1, 'Skipper')}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="1" destId="2"/><dgm:cxn srcId="0" destId="1"/></dgm:cxnLst>`;
    const cache = (...values: string[]): string =>
      `<c:strRef><c:strCache>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache></c:strRef>`;
    const chart = `<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Guests</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx>${cache('Adults')}</c:tx><c:cat>${cache('May', 'June')}</c:cat><c:val>${cache('41', '53')}</c:val></c:ser></c:barChart></c:plotArea></c:chart>`;
    const { text, warnings } = await readWord({
      body: `<w:p>${drawing('<dgm:relIds r:dm="r1"/>')}</w:p><w:p>${drawing('<c:chart r:id="r2"/>')}</w:p><w:p>${drawing('<c:chart r:id="r3"/>')}</w:p>`,
      parts: {
        'word/diagrams/data1.xml': part('dgm:dataModel', diagram),
        'word/charts/chart1.xml': part('c:chartSpace', chart),
      },
      relations: { r1: ['diagramData', 'diagrams/data1.xml'], r2: ['chart', 'charts/chart1.xml'] },
    });
    expect(text).toBe('Skipper\n\nMate\n\nGuests\n\nMay; Adults: 41\nJune; Adults: 53');
    expect(warnings).toEqual(['1 chart could not be read and was left out.']);
  });

  it('is named where it is an object of another program or an inserted document', async () => {
    const object = (program: string): string =>
      `<w:p><w:r><w:object><v:shape><v:imagedata r:id="r1"/></v:shape><o:OLEObject ProgID="${program}"/></w:object></w:r></w:p>`;
    const { warnings } = await read(`${object('Equation.3')}${object('Excel.Sheet.12')}<w:altChunk r:id="r2"/>`);
    expect(warnings).toEqual([
      '1 formula in an old format (Equation.3) could not be read and was left out.',
      '1 embedded object (Excel.Sheet.12) could not be read and was left out.',
      '1 inserted document could not be read and was left out.',
    ]);
  });
});

describe('headers and footers of Word documents', () => {
  const section = (references: string): string => `<w:sectPr>${references}</w:sectPr>`;
  const header = (id: string, type = 'default'): string => `<w:headerReference w:type="${type}" r:id="${id}"/>`;

  it('stand once before the text, without numbers of pages and what the text says itself', async () => {
    const numbers = `<w:p>${run('Reef board')}<w:r><w:tab/></w:r>${run('Page ')}${field('PAGE', '1')}${run(' of ')}${field('NUMPAGES', '9')}</w:p>`;
    const { text } = await readWord({
      body:
        `<w:p><w:pPr>${section(header('r1'))}</w:pPr>${run('The reef.')}</w:p>` +
        section(`${header('r1')}<w:footerReference r:id="r2"/>${header('r3', 'first')}`),
      parts: {
        'word/header1.xml': part('w:hdr', numbers),
        'word/footer1.xml': part('w:ftr', paragraph('The reef.') + paragraph('Valid from May.')),
        'word/header2.xml': part('w:hdr', paragraph('Of a first page that is like the others.')),
      },
      relations: { r1: ['header', 'header1.xml'], r2: ['footer', 'footer1.xml'], r3: ['header', 'header2.xml'] },
    });
    expect(text).toBe('Reef board\n\nValid from May.\n\nThe reef.');
  });

  it('say nothing where they hold the number of a page alone', async () => {
    const { text } = await readWord({
      body: paragraph('The reef.') + section(header('r1')),
      parts: { 'word/header1.xml': part('w:hdr', `<w:p>${run('Seite ')}${field('PAGE', '1')}</w:p>`) },
      relations: { r1: ['header', 'header1.xml'] },
    });
    expect(text).toBe('The reef.');
  });
});

describe('runs of Word documents', () => {
  it.each([
    [
      'results of fields',
      `${run('See ')}${field('REF _a', '3.2')}<w:fldSimple w:instr="SEQ T">${run(', 4')}</w:fldSimple>`,
      'See 3.2, 4',
    ],
    ['content controls', `<w:sdt><w:sdtPr/><w:sdtContent>${run('Mira')}</w:sdtContent></w:sdt>`, 'Mira'],
    ['text of another direction', `<w:bdo w:val="ltr">${run('Mira')}</w:bdo>`, 'Mira'],
    [
      'hyphens and tabs',
      '<w:r><w:t>x</w:t><w:noBreakHyphen/><w:t>ray</w:t><w:tab/><w:t>co</w:t><w:softHyphen/><w:t>op</w:t></w:r>',
      'x-ray coop',
    ],
    ['symbols', '<w:r><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Arial" w:char="20AC"/></w:r>', '✓€'],
    ['text in a symbol font', run('\uF061', '<w:rFonts w:ascii="Symbol"/>'), 'α'],
    [
      'readings of words',
      '<w:r><w:ruby><w:rt><w:r><w:t>とう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>塔</w:t></w:r></w:rubyBase></w:ruby></w:r>',
      '塔(とう)',
    ],
    [
      'boxes that are ticked',
      '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
      '☒',
    ],
    ['text beside a new page', '<w:r><w:t>one</w:t><w:br w:type="page"/><w:t>two</w:t></w:r>', 'one\ntwo'],
    ['moved text once', `<w:moveFrom>${run('x')}</w:moveFrom><w:moveTo>${run('y')}</w:moveTo>`, 'y'],
  ])('keep %s', async (_, content, expected) => {
    expect(await textOf(`<w:p>${content}</w:p>`)).toBe(expected);
  });

  it('without a character for their sign are named', async () => {
    const { warnings } = await read('<w:p><w:r><w:sym w:font="Reef Signs" w:char="F0FF"/></w:r></w:p>');
    expect(warnings).toEqual(['1 symbol of a special font could not be read and was left out.']);
  });

  it('leave out hidden text, by itself or by its style', async () => {
    const styles =
      '<w:style w:type="character" w:styleId="Note"><w:name w:val="Note"/><w:rPr><w:vanish/></w:rPr></w:style>' +
      '<w:style w:type="character" w:styleId="Sub"><w:name w:val="Sub"/><w:basedOn w:val="Note"/></w:style>';
    const { text } = await readWord({
      body: `<w:p>${run('a')}${run('b', '<w:vanish/>')}${run('c', '<w:rStyle w:val="Sub"/>')}${run('d', '<w:rStyle w:val="Sub"/><w:vanish w:val="0"/>')}</w:p>`,
      parts: { 'word/styles.xml': part('w:styles', styles) },
    });
    expect(text).toBe('ad');
  });

  it('of notes are read as those of the text are', async () => {
    const note = `<w:footnote w:id="2"><w:p>${run('At most ')}<m:oMath><m:r><m:t>a=b</m:t></m:r></m:oMath></w:p></w:footnote>`;
    const { text } = await readWord({
      body: `<w:p>${run('Load')}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
      parts: { 'word/footnotes.xml': part('w:footnotes', note) },
      relations: { r1: ['footnotes', 'footnotes.xml'] },
    });
    expect(text).toContain('At most a = b');
  });

  it('without number are read one by one', async () => {
    const { text } = await read(`<w:p>${run('ab ').repeat(200_000)}</w:p>`);
    expect(text).toHaveLength(599_999);
  });
});
