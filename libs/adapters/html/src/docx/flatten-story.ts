import type { DrawingReader } from './drawing.js';
import type { Losses } from './losses.js';
import { ListCounters, type WordNumbering } from './numbering.js';
import { flattenRun, joinRuns, type RunContext } from './flatten-run.js';
import { formulaText } from './formula-text.js';
import { joinRunFormats, readNumberReference, readRunFormat, type WordStyles } from './styles.js';
import { childNamed, elementsBelow, textRun, type WordElement, wordElement } from './word-xml.js';

/** The one list of the flattened document. Its bullets show nothing: each number stands in its paragraph's text. */
export const LIST_ID = '1';
/** Deeper levels of lists are set as this one. */
const MAX_LIST_LEVEL = 4;

export interface StoryContext {
  readonly styles: WordStyles;
  readonly numbering: WordNumbering;
  readonly drawings: DrawingReader;
  readonly losses: Losses;
}

/** What stands for nothing that a reader sees, besides all properties, whose names end in "Pr". */
const UNREAD: ReadonlySet<string> = new Set(
  'w:del w:moveFrom w:sectPr w:tblGrid w:proofErr w:sdtEndPr w:commentRangeStart w:commentRangeEnd w:bookmarkEnd w:delText'.split(
    ' ',
  ),
);
/** Of these, what was text of the document. */
const DELETED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom', 'w:tr']);
/** What stands within a paragraph; elsewhere it makes one. */
const INLINE: ReadonlySet<string> = new Set('w:r w:hyperlink w:fldSimple m:oMath m:oMathPara'.split(' '));

/**
 * Rewrites a story (the body, or notes) so that all that it says is in runs of ordinary paragraphs: formulas and numbers
 * as text, text boxes after the paragraph that they are anchored in. Hidden and deleted text is left out.
 */
export class StoryFlattener {
  private readonly counters: ListCounters;
  private readonly boxCounters: ListCounters;

  constructor(private readonly context: StoryContext) {
    this.counters = new ListCounters(context.numbering);
    // Word counts the paragraphs of text boxes apart from those around them.
    this.boxCounters = new ListCounters(context.numbering);
  }

  /** Flattens the children of a body, a cell, a note or a text box. */
  blocks(parent: WordElement, counters = this.counters): WordElement[] {
    const blocks: WordElement[] = [];
    for (const child of parent.children) this.addBlock(child, blocks, counters);
    return blocks;
  }

  private addBlock(element: WordElement, blocks: WordElement[], counters: ListCounters): void {
    const { name } = element;
    if (name === 'w:p') this.addParagraph(element, blocks, counters);
    else if (INLINE.has(name)) this.addParagraph(wordElement('w:p', [element]), blocks, counters);
    else if (name === 'w:tbl') {
      blocks.push(...descriptionOf(element), { ...element, children: this.kept(element, counters) });
    } else if (name === 'w:tc') blocks.push({ ...element, children: this.kept(element, counters) });
    else if (name === 'w:tr') {
      const properties = childNamed(element, 'w:trPr');
      const isGone = childNamed(properties, 'w:del') ?? childNamed(properties, 'w:hidden');
      if (isGone) this.lose(element);
      else blocks.push({ ...element, children: this.kept(element, counters) });
    } else if (name === 'w:altChunk' || name === 'w:subDoc') this.context.losses.add('insert');
    else if (name === 'w:bookmarkStart' || name === 'w:tblPr' || name === 'w:tcPr' || name === 'w:trPr')
      blocks.push(element);
    else if (!isUnread(name)) for (const child of element.children) this.addBlock(child, blocks, counters);
    else this.lose(element);
  }

  /** Counts a part that is left out, if it says anything. */
  private lose(element: WordElement): void {
    if (DELETED.has(element.name) && saysAnything(element)) this.context.losses.add('deleted');
  }

  /** The flattened children of a part of a table; a deleted cell stays, so that the others keep their columns. */
  private kept(element: WordElement, counters: ListCounters): WordElement[] {
    const properties = childNamed(element, 'w:tcPr');
    const merge = childNamed(properties, 'w:vMerge');
    if (merge && merge.attributes['w:val'] !== 'restart' && saysAnything(element)) this.context.losses.add('covered');
    return properties && childNamed(properties, 'w:cellDel') ? [properties] : this.blocks(element, counters);
  }

  private addParagraph(element: WordElement, blocks: WordElement[], counters: ListCounters): void {
    const { styles } = this.context;
    const properties = childNamed(element, 'w:pPr');
    const mark = childNamed(properties, 'w:rPr');
    const styleId = styles.paragraphStyle(properties);
    const paragraph: RunContext = { format: styles.runFormat(styleId), anchored: [], ...this.context };
    const inline: WordElement[] = [];
    this.addInline(element, inline, paragraph);
    const content = joinRuns(inline);

    const isMerged = (childNamed(mark, 'w:del') ?? childNamed(mark, 'w:moveFrom')) !== undefined;
    const isEmpty = !content.some(hasText);
    const markFormat = joinRunFormats([readRunFormat(mark), paragraph.format]);
    // Word shows the number of an empty paragraph, but of none that is hidden with its mark or deleted.
    const isGone = isEmpty && (isMerged || markFormat.hidden === true);
    const place = isMerged || isGone ? undefined : counters.next(readNumberReference(properties), styleId);
    if (!isGone) {
      const number = place && place.number !== '' && !isEmpty ? [textRun(`${place.number} `)] : [];
      const level = styles.headingLevel(styleId);
      const list = place && level === undefined ? Math.min(place.level, MAX_LIST_LEVEL) : undefined;
      blocks.push(wordElement('w:p', [this.properties(styleId, level, list, isMerged), ...number, ...content]));
    }
    for (const box of paragraph.anchored) {
      for (const child of box.children) this.addBlock(child, blocks, this.boxCounters);
    }
  }

  /** What the converter reads of a paragraph's properties. A style that is based on a heading's becomes that heading's. */
  private properties(
    styleId: string | undefined,
    headingLevel: number | undefined,
    listLevel: number | undefined,
    isMerged: boolean,
  ): WordElement {
    const isNamed = headingLevel === undefined || this.context.styles.isNamedHeading(styleId);
    const style = isNamed ? styleId : `Heading${headingLevel}`;
    const children: WordElement[] = [];
    if (style !== undefined) children.push(property('w:pStyle', style));
    if (listLevel !== undefined) {
      const reference = [property('w:ilvl', String(listLevel)), property('w:numId', LIST_ID)];
      children.push(wordElement('w:numPr', reference));
    }
    if (isMerged) children.push(wordElement('w:rPr', [wordElement('w:del')]));
    return wordElement('w:pPr', children);
  }

  private addInline(parent: WordElement, content: WordElement[], paragraph: RunContext): void {
    for (const element of parent.children) {
      const { name, attributes } = element;
      if (isUnread(name)) {
        this.lose(element);
        continue;
      }
      switch (name) {
        case 'w:r':
          content.push(...flattenRun(element, paragraph));
          break;
        case 'w:hyperlink': {
          const children: WordElement[] = [];
          this.addInline(element, children, paragraph);
          content.push({ ...element, children });
          break;
        }
        case 'w:fldSimple':
          content.push(fieldRun('begin'), instructionRun(attributes['w:instr'] ?? ''), fieldRun('separate'));
          this.addInline(element, content, paragraph);
          content.push(fieldRun('end'));
          break;
        case 'm:oMath':
          content.push(textRun(formulaText(element)));
          break;
        case 'm:oMathPara':
          // It stands on a line of its own, wherever it is in the paragraph.
          content.push(textRun(` ${formulaText(element)} `));
          break;
        case 'w:bookmarkStart':
          content.push(element);
          break;
        case 'w:p':
        case 'w:tbl':
          // Not where they belong, yet text.
          paragraph.anchored.push(wordElement('w:txbxContent', [element]));
          break;
        default:
          this.addInline(element, content, paragraph);
      }
    }
  }
}

/** What Word tells of a table to those who do not see it. */
function descriptionOf(table: WordElement): WordElement[] {
  const properties = childNamed(table, 'w:tblPr');
  return ['w:tblCaption', 'w:tblDescription']
    .map((name) => childNamed(properties, name)?.attributes['w:val'] ?? '')
    .filter((text) => text.trim() !== '')
    .map((text) => wordElement('w:p', [textRun(text)]));
}

function saysAnything(element: WordElement): boolean {
  const isDeleted = !elementsBelow(element, 'w:delText').next().done;
  return isDeleted || [...elementsBelow(element, 'w:t')].some(({ text }) => text.trim() !== '');
}

function isUnread(name: string): boolean {
  return UNREAD.has(name) || name.endsWith('Pr');
}

function hasText({ name, text, children }: WordElement): boolean {
  return (name === 'w:t' && text.trim() !== '') || name === 'w:sym' || children.some(hasText);
}

function property(name: string, value: string): WordElement {
  return wordElement(name, [], { 'w:val': value });
}

function fieldRun(type: string): WordElement {
  return wordElement('w:r', [wordElement('w:fldChar', [], { 'w:fldCharType': type })]);
}

function instructionRun(text: string): WordElement {
  return wordElement('w:r', [{ ...wordElement('w:instrText'), text }]);
}
