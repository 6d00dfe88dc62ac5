import type { DrawingReader } from './drawing.js';
import { formulaText } from './formula-text.js';
import type { Losses } from './losses.js';
import { joinRunFormats, readRunFormat, type RunFormat, type WordStyles } from './styles.js';
import { childNamed, childrenNamed, elementsBelow, isOn, valueOf, type WordElement, wordElement } from './word-xml.js';

/** What a run takes from its paragraph. */
export interface RunContext {
  readonly styles: WordStyles;
  readonly drawings: DrawingReader;
  readonly losses: Losses;
  /** Of the paragraph's style. */
  readonly format: RunFormat;
  /** Contents of text boxes and the like, which follow the paragraph. */
  readonly anchored: WordElement[];
}

/** Where Word's symbol fonts have their signs, out of the way of all others. */
const SYMBOL_AREA = /^F0[0-9A-F]{2}$/i;
const SYMBOL_FONTS = /^(?:Symbol|Wingdings|Wingdings 2|Wingdings 3|Webdings|ZapfDingbats)$/i;

/** Flattens a run; hidden text is left out, marks of fields are kept, which are often hidden themselves. */
export function flattenRun(run: WordElement, context: RunContext): WordElement[] {
  const properties = childNamed(run, 'w:rPr');
  const styleId = valueOf(properties, 'w:rStyle');
  const own = [readRunFormat(properties), ...(styleId === undefined ? [] : [context.styles.runFormat(styleId)])];
  const format = joinRunFormats([...own, context.format]);
  const content: WordElement[] = [];
  addContent(run, { content, context, properties });
  if (format.hidden === true && content.some(({ name, text }) => name === 'w:t' && text.trim() !== ''))
    context.losses.add('hidden');
  const shown =
    format.hidden === true ? content.filter(({ name }) => name === 'w:fldChar' || name === 'w:instrText') : content;
  if (shown.length === 0) return [];
  return [wordElement('w:r', [runProperties(properties, format), ...shown])];
}

/** What the converter reads of a run's properties, and what its styles say that the converter does not look up. */
function runProperties(properties: WordElement | undefined, { struck, raised }: RunFormat): WordElement {
  const kept = properties?.children.filter(({ name }) => /^w:(?:rStyle|b|i)$/.test(name)) ?? [];
  const strike = struck === true ? [wordElement('w:strike')] : [];
  const align = raised === undefined ? [] : [wordElement('w:vertAlign', [], { 'w:val': raised })];
  return wordElement('w:rPr', [...kept, ...strike, ...align]);
}

interface RunContent {
  readonly content: WordElement[];
  readonly context: RunContext;
  readonly properties: WordElement | undefined;
}

function addContent(parent: WordElement, run: RunContent): void {
  for (const element of parent.children) {
    const { name } = element;
    const add = CONTENT.get(name);
    if (add) add(element, run);
    else if (name.startsWith('m:')) run.content.push(textOf(formulaText(wordElement('m:oMathPara', [element]))));
    else if (!name.endsWith('Pr')) addContent(element, run);
  }
}

type AddContent = (element: WordElement, run: RunContent) => void;

/** What elements of a run become, those of one meaning in one line. */
const CONTENT: ReadonlyMap<string, AddContent> = new Map(
  Object.entries<AddContent>({
    'w:delText w:pgNum w:softHyphen': () => undefined,
    'w:footnoteReference w:endnoteReference w:commentReference w:instrText': (element, { content }) =>
      content.push(element),
    'w:txbxContent w:p': (element, { context }) => context.anchored.push(element),
    'w:t': addText,
    'w:tab w:ptab': (_, { content }) => content.push(wordElement('w:tab')),
    // A new page or column parts words as a new line does.
    'w:br w:cr': (_, { content }) => content.push(wordElement('w:br')),
    'w:noBreakHyphen': (_, { content }) => content.push(textOf('-')),
    'w:sym': (element, { content }) => content.push(readSymbol(element)),
    'w:fldChar': addFieldMark,
    'w:ruby': (element, { content }) => content.push(textOf(rubyText(element))),
    'w:drawing w:pict w:object': (element, { content, context }) => {
      const { inline, blocks } = context.drawings.read(element);
      if (inline !== '') content.push(textOf(inline));
      for (const block of blocks) context.anchored.push(block);
    },
  }).flatMap(([names, add]) => names.split(' ').map((name) => [name, add] as const)),
);

/** Text in a symbol font is stored as numbers of its signs, which are no characters. */
function addText(element: WordElement, { content, properties }: RunContent): void {
  const font = childNamed(properties, 'w:rFonts')?.attributes['w:ascii'] ?? '';
  if (!SYMBOL_FONTS.test(font) || !/[\uF000-\uF0FF]/.test(element.text)) {
    content.push(element);
    return;
  }
  for (const sign of element.text) {
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase();
    if (SYMBOL_AREA.test(code)) content.push(wordElement('w:sym', [], { 'w:font': font, 'w:char': code }));
    else content.push(textOf(sign));
  }
}

/** A symbol by its number in a font; in a font of letters, that is its number in Unicode. */
function readSymbol(element: WordElement): WordElement {
  const code = element.attributes['w:char'] ?? '';
  const isLetter = /^[0-9A-F]{4,5}$/i.test(code) && !SYMBOL_AREA.test(code) && Number.parseInt(code, 16) >= 0x20;
  const isSymbolFont = SYMBOL_FONTS.test(element.attributes['w:font'] ?? '');
  return isLetter && !isSymbolFont ? textOf(String.fromCodePoint(Number.parseInt(code, 16))) : element;
}

/** The controls of old forms keep what was chosen in the mark of their field. */
function addFieldMark(element: WordElement, { content }: RunContent): void {
  const form = childNamed(element, 'w:ffData');
  content.push(wordElement('w:fldChar', [], element.attributes));
  const box = childNamed(form, 'w:checkBox');
  if (box) content.push(textOf((isOn(box, 'w:checked') ?? isOn(box, 'w:default')) === true ? '☒' : '☐'));
  const list = childNamed(form, 'w:ddList');
  const chosen = childrenNamed(list, 'w:listEntry')[
    Number(valueOf(list, 'w:result') ?? valueOf(list, 'w:default') ?? 0)
  ];
  if (chosen) content.push(textOf(chosen.attributes['w:val'] ?? ''));
}

/** The reading of a word stands in brackets after it. */
function rubyText(ruby: WordElement): string {
  const textIn = (name: string): string => {
    const part = childNamed(ruby, name);
    return part ? [...elementsBelow(part, 'w:t')].map(({ text }) => text).join('') : '';
  };
  const reading = textIn('w:rt');
  return textIn('w:rubyBase') + (reading === '' ? '' : `(${reading})`);
}

/** Joins runs of one format, which Word divides at each edit: the converter takes much memory for a run. */
export function joinRuns(content: readonly WordElement[]): WordElement[] {
  const joined: WordElement[] = [];
  let last: { readonly format: string; readonly children: WordElement[] } | undefined;
  for (const run of content) {
    const isText = run.name === 'w:r' && run.children.every(({ name }) => name === 'w:rPr' || name === 'w:t');
    const [properties, ...texts] =
      run.children.length > 0 && run.children[0]?.name === 'w:rPr' ? run.children : [undefined, ...run.children];
    const format = JSON.stringify(properties?.children ?? []);
    if (isText && last?.format === format) {
      for (const text of texts) if (text) last.children.push(text);
      continue;
    }
    const children = [...run.children];
    last = isText ? { format, children } : undefined;
    joined.push({ ...run, children });
  }
  return joined.map((run) => (run.name === 'w:r' ? { ...run, children: joinTexts(run.children) } : run));
}

function joinTexts(children: readonly WordElement[]): WordElement[] {
  const joined: WordElement[] = [];
  let texts: string[] = [];
  const flush = (): void => {
    if (texts.length > 0) joined.push(textOf(texts.join('')));
    texts = [];
  };
  for (const child of children) {
    if (child.name === 'w:t') texts.push(child.text);
    else {
      flush();
      joined.push(child);
    }
  }
  flush();
  return joined;
}

function textOf(text: string): WordElement {
  return { ...wordElement('w:t'), text };
}
