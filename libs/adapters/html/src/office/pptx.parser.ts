import { setImmediate as nextTurn } from 'node:timers/promises';
import { addressBehind, MARK, ParsedDocumentBuilder, resolveMarks, zipNames } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { Losses } from '../docx/losses.js';
import { refusal, ZipContainer } from '../zip-container.js';
import { fillSpans, type GridRow, type Span, writeTable } from './grid-table.js';
import { describePackage, linksOf, readPart, type Relation, relationsOf } from './office-package.js';
import { alternativesIn, writeChart } from './write-drawing.js';
import { childNamed, childrenOf, nodesNamed, textIn, type XmlNode } from './xml-tree.js';

const PRESENTATION = 'ppt/presentation.xml';

/**
 * Reads PowerPoint presentations: slides in their order, each a page with its title as heading, then texts, tables, diagrams and
 * the notes of the speaker. Hidden slides and struck-out words are left out, with a warning.
 */
export class PptxParser implements DocumentParser {
  readonly name = 'pptx';
  readonly mediaType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
  readonly extensions = ['.pptx', '.pptm', '.ppsx'];

  recognises(bytes: Uint8Array): boolean {
    return zipNames(bytes, PRESENTATION);
  }

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    const container = await ZipContainer.open(bytes, name, signal);
    const presentation = await readPart(container, PRESENTATION);
    if (!presentation) throw refusal(name, 'is not a readable PowerPoint presentation: it has no list of slides.');
    const relations = await relationsOf(container, PRESENTATION);
    const builder = new ParsedDocumentBuilder();
    const losses = new Losses();
    const margins = new Set<string>();
    const seen = new Set<string>();
    let number = 0;
    for (const { attributes } of nodesNamed(presentation, 'sldId')) {
      await nextTurn();
      signal.throwIfAborted();
      number += 1;
      const path = relations.find(({ id }) => id === attributes.relation)?.path ?? '';
      const slide = await readPart(container, path);
      if (!slide) {
        builder.warn(`Slide ${number} could not be read.`);
      } else if (childrenOf(slide).some((root) => /^(?:0|false)$/.test(root.attributes.show ?? ''))) {
        builder.warn(`The hidden slide ${number} was left out.`);
      } else {
        builder.page(number);
        const own = await relationsOf(container, path);
        const links = await linksOf(container, path);
        await writeSlide({ slide, links, number, relations: own }, { container, builder, losses });
        for (const text of footersOf(slide)) margins.add(text);
        for (const { type, path: layout } of own)
          if (type === 'slideLayout') await readLayout(layout, container, { seen, margins });
      }
    }
    // What stands on every slide stands here once.
    for (const text of margins) builder.append('paragraph', text);
    for (const sentence of losses.sentences()) builder.warn(sentence);
    return builder.build(await describePackage(container));
  }
}

/** Placeholders of the date, the number of the slide and what stands on all of them. */
const MARGIN = /^(?:dt|ftr|sldNum|hdr|sldImg)$/;

function footersOf(slide: XmlNode): string[] {
  return nodesNamed(slide, 'sp')
    .filter((shape) => /^(?:ftr|hdr)$/.test(placeholderOf(shape) ?? ''))
    .flatMap((shape) => paragraphsIn(shape));
}

/** Texts that a layout and its master put on slides: not those that wait for an author's words. */
async function readLayout(
  path: string,
  container: ZipContainer,
  { seen, margins }: { readonly seen: Set<string>; readonly margins: Set<string> },
): Promise<void> {
  if (seen.has(path)) return;
  seen.add(path);
  const layout = await readPart(container, path);
  const shapes = layout ? nodesNamed(layout, 'sp').filter((shape) => placeholderOf(shape) === undefined) : [];
  for (const text of shapes.flatMap((shape) => paragraphsIn(shape))) margins.add(text);
  for (const { type, path: master } of await relationsOf(container, path))
    if (type === 'slideMaster') await readLayout(master, container, { seen, margins });
}

/** Where links of a part lead, by the ids of their relations. */
type Links = ReadonlyMap<string, string>;
const NO_LINKS: Links = new Map();

interface Slide {
  readonly slide: XmlNode;
  readonly links: Links;
  readonly number: number;
  readonly relations: readonly Relation[];
}

async function writeSlide(
  { slide, links, number, relations }: Slide,
  target: { container: ZipContainer; builder: ParsedDocumentBuilder; losses: Losses },
): Promise<void> {
  const { container, builder, losses } = target;
  const shapes = nodesNamed(slide, 'sp');
  const title = shapes.find((shape) => /^(?:title|ctrTitle)$/.test(placeholderOf(shape) ?? ''));
  if (title) builder.heading(paragraphsIn(title).join(' '), 1);
  writeShapes(slide, { title, links, builder });
  for (const text of alternativesIn(slide)) builder.append('paragraph', text);
  for (const { attributes } of nodesNamed(slide, 'oleObj')) losses.add('object', attributes.progId);
  for (const { type, path } of relations) {
    if (type === 'diagramData') {
      const data = await readPart(container, path);
      if (data) for (const paragraph of paragraphsIn(data)) builder.append('list_item', paragraph);
    } else if (type === 'notesSlide') {
      const notes = await readPart(container, path);
      const bodies = notes ? nodesNamed(notes, 'sp').filter((shape) => !MARGIN.test(placeholderOf(shape) ?? '')) : [];
      const noted = await linksOf(container, path);
      for (const paragraph of bodies.flatMap((body) => paragraphsIn(body, noted)))
        builder.append('paragraph', paragraph);
    } else if (type === 'chart') await writeChart(path, target);
    else if (type === 'comments') {
      const comments = await readPart(container, path);
      losses.add('comment', `slide ${number}`, comments ? nodesNamed(comments, 'cm').length : 0);
    }
  }
  if (nodesNamed(slide, 'r').some(isStruck)) builder.warn(`Struck-out words of slide ${number} were left out.`);
}

/** Texts and tables in the order of the slide, those of groups included. */
function writeShapes(
  node: XmlNode,
  { title, links, builder }: { title: XmlNode | undefined; links: Links; builder: ParsedDocumentBuilder },
): void {
  for (const child of childrenOf(node)) {
    if (child === title || MARGIN.test(placeholderOf(child) ?? '')) continue;
    if (child.name === 'tbl') writeShownTable(child, links, builder);
    else if (child.name === 'p') builder.append('paragraph', paragraphText(child, links));
    // A drawing may stand there twice, once for old versions.
    else if (child.name !== 'Fallback') writeShapes(child, { title, links, builder });
  }
}

/** A table whose cells may span others (ECMA-376 part 1, 21.1.3). */
function writeShownTable(table: XmlNode, links: Links, builder: ParsedDocumentBuilder): void {
  const { firstRow, firstCol } = childNamed(table, 'tblPr')?.attributes ?? {};
  const spans: Span[] = [];
  const rows = nodesNamed(table, 'tr').map((row, index): GridRow => {
    const cells = nodesNamed(row, 'tc');
    for (const [column, { attributes }] of cells.entries()) {
      const [columns, rows] = [Number(attributes.gridSpan ?? 1), Number(attributes.rowSpan ?? 1)];
      if (columns > 1 || rows > 1)
        spans.push({ row: index + 1, lastRow: index + rows, column, lastColumn: column + columns - 1 });
    }
    const texts = cells.map((cell) => paragraphsIn(cell, links).join(' '));
    const bold = cells.filter((_, column) => texts[column] !== '').map(isBold);
    return {
      number: index + 1,
      texts,
      hasValues: false,
      marked: index === 0 && isOn(firstRow),
      stressed: bold.every((one) => one),
      labelled: isOn(firstCol) || bold[0],
      grouped: false,
    };
  });
  fillSpans(rows, spans);
  writeTable(builder, rows, false);
}

function isOn(value = ''): boolean {
  return /^(?:1|true)$/.test(value);
}

/** Whether all text of a cell is bold. */
function isBold(cell: XmlNode): boolean {
  return nodesNamed(cell, 'r').every((run) => isOn(childNamed(run, 'rPr')?.attributes.b) || textIn(run).trim() === '');
}

/** The kind of a shape: "title", "body"; undefined for a shape that is no placeholder. */
function placeholderOf(shape: XmlNode): string | undefined {
  if (shape.name !== 'sp') return undefined;
  const own = childNamed(childNamed(shape, 'nvSpPr'), 'nvPr');
  const placeholder = childNamed(own, 'ph');
  return placeholder && (placeholder.attributes.type ?? 'obj');
}

function paragraphsIn(node: XmlNode, links: Links = NO_LINKS): string[] {
  return nodesNamed(node, 'p')
    .map((paragraph) => paragraphText(paragraph, links))
    .filter((text) => text.trim() !== '');
}

/** The text of a paragraph; behind the last run of a link, where it leads. */
function paragraphText(paragraph: XmlNode, links: Links = NO_LINKS): string {
  let text = '';
  let link = { id: '', label: '' };
  const endLink = (): void => {
    text += link.label === '' ? '' : (addressBehind(links.get(link.id) ?? '', link.label) ?? '');
    link = { id: '', label: '' };
  };
  for (const child of childrenOf(paragraph)) {
    const id = childNamed(childNamed(child, 'rPr'), 'hlinkClick')?.attributes.relation ?? '';
    if (id !== link.id) endLink();
    const said = pieceText(child);
    text += said;
    if (id !== '') link = { id, label: link.label + resolveMarks(said) };
  }
  endLink();
  return resolveMarks(text);
}

function pieceText(child: XmlNode): string {
  if (child.name === 'br') return '\n';
  if (child.name !== 'r' && child.name !== 'fld') return child.name === 'm' ? textIn(child) : '';
  const text = nodesNamed(child, 't').map(textIn).join('');
  const mark = isStruck(child) ? MARK.struck : markOf(child);
  return mark === undefined ? text : `${mark}${text}${MARK.end}`;
}

/** Whether a run stands above or below the line (ECMA-376 part 1, 21.1.2.3.9, `baseline`). */
function markOf(run: XmlNode): string | undefined {
  const baseline = Number.parseFloat(childNamed(run, 'rPr')?.attributes.baseline ?? '0');
  if (baseline > 0) return MARK.raised;
  return baseline < 0 ? MARK.lowered : undefined;
}

function isStruck(run: XmlNode): boolean {
  return /^(?:sng|dbl)Strike$/.test(childNamed(run, 'rPr')?.attributes.strike ?? '');
}
