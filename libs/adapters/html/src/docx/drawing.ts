import { chartBlocks } from './chart.js';
import type { Losses } from './losses.js';
import type { WordParts } from './parts.js';
import { childNamed, childrenNamed, elementsBelow, textRun, type WordElement, wordElement } from './word-xml.js';

/** What a drawing, picture or embedded object says. */
export interface DrawingText {
  /** Stands in its place in the sentence: the alternative text of a picture. */
  readonly inline: string;
  /** Elements whose children stand after the paragraph: the contents of text boxes, the rows of a chart. */
  readonly blocks: readonly WordElement[];
}

interface Findings {
  readonly blocks: WordElement[];
  /** Texts that are drawn as pictures. */
  readonly words: string[];
  readonly alternatives: string[];
  pictures: number;
  isDecorative: boolean;
}

/** Reads what drawings say: text boxes, alternative texts, diagrams and charts. Each part counts once. */
export class DrawingReader {
  private readonly taken = new Set<string>();

  /** @param path of the part that the drawings are in */
  constructor(
    private readonly parts: WordParts,
    private readonly path: string,
    private readonly losses: Losses,
  ) {}

  /** @param drawing a `w:drawing`, `w:pict` or `w:object` */
  read(drawing: WordElement): DrawingText {
    const found: Findings = { blocks: [], words: [], alternatives: [], pictures: 0, isDecorative: false };
    this.visit(drawing, found);
    const { blocks, words, alternatives, pictures, isDecorative } = found;
    const [alternative] = alternatives;
    const saysItself = blocks.length > 0 || words.length > 0;
    if (saysItself || alternative !== undefined)
      return { inline: (saysItself ? words : [alternative]).join(' '), blocks };
    // An object that is left out has been counted; the picture in its place shows the same.
    if (!isDecorative && drawing.name !== 'w:object') this.losses.add('picture', '', pictures);
    return { inline: '', blocks };
  }

  private visit(element: WordElement, found: Findings): void {
    const { attributes } = element;
    switch (element.name) {
      case 'w:txbxContent':
        found.blocks.push(element);
        return;
      case 'a:txBody':
        found.blocks.push(drawnText(element));
        return;
      case 'c:chart':
        this.take('chart', attributes['r:id'], found, chartBlocks);
        return;
      case 'dgm:relIds':
        this.take('diagram', attributes['r:dm'], found, diagramBlocks);
        return;
      case 'wp:docPr':
      case 'pic:cNvPr':
        describe(found.alternatives, joined(attributes.descr, attributes.title));
        break;
      case 'v:shape':
      case 'v:rect':
        describe(found.alternatives, attributes.alt);
        break;
      case 'v:imagedata':
        describe(found.alternatives, attributes['o:title']);
        found.pictures++;
        break;
      case 'a:blip':
        found.pictures++;
        break;
      case 'v:textpath':
        describe(found.words, attributes.string);
        break;
      case 'adec:decorative':
        found.isDecorative = attributes.val !== '0';
        break;
      case 'o:OLEObject':
        this.loseObject(attributes.ProgID ?? '');
        break;
    }
    for (const child of element.children) this.visit(child, found);
  }

  private take(
    kind: 'chart' | 'diagram',
    relation: string | undefined,
    { blocks }: Findings,
    read: (root: WordElement) => readonly WordElement[],
  ): void {
    const path = this.parts.related(this.path, relation);
    if (path !== undefined && this.taken.has(path)) return;
    const root = this.parts.root(path);
    const content = root ? read(root) : [];
    if (path !== undefined) this.taken.add(path);
    if (content.length === 0) this.losses.add(kind);
    else blocks.push(wordElement('w:txbxContent', content));
  }

  private loseObject(program: string): void {
    if (/^Equation\b/i.test(program)) this.losses.add('formula', program);
    else this.losses.add('object', program);
  }
}

function joined(...texts: readonly (string | undefined)[]): string {
  return [...new Set(texts.filter((text) => text !== undefined && text.trim() !== ''))].join(' – ');
}

/** Adds the first of some texts that says something. */
function describe(texts: string[], ...candidates: readonly (string | undefined)[]): void {
  const text = candidates.find((candidate) => candidate !== undefined && candidate.trim() !== '');
  if (text !== undefined) texts.push(text.trim());
}

/** The paragraphs of a text that is drawn rather than written. */
function drawnText(body: WordElement): WordElement {
  const paragraphs = childrenNamed(body, 'a:p').map(drawnParagraph);
  return wordElement('w:txbxContent', paragraphs);
}

function drawnParagraph(paragraph: WordElement): WordElement {
  const text = [...elementsBelow(paragraph, 'a:t')].map((part) => part.text).join('');
  return wordElement('w:p', text === '' ? [] : [textRun(text)]);
}

/** The texts of a diagram (SmartArt), each before those that hang on it. */
function diagramBlocks(root: WordElement): WordElement[] {
  const points = new Map(
    childrenNamed(childNamed(root, 'dgm:ptLst'), 'dgm:pt').map((point) => [point.attributes.modelId ?? '', point]),
  );
  const below = new Map<string, string[]>();
  const hanging = new Set<string>();
  for (const { attributes } of childrenNamed(childNamed(root, 'dgm:cxnLst'), 'dgm:cxn')) {
    const { type = 'parOf', srcId = '', destId = '' } = attributes;
    if (type !== 'parOf') continue;
    const siblings = below.get(srcId);
    if (siblings) siblings.push(destId);
    else below.set(srcId, [destId]);
    hanging.add(destId);
  }
  const blocks: WordElement[] = [];
  const stack = [...points.keys()].filter((id) => !hanging.has(id)).reverse();
  const seen = new Set<string>();
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const point = points.get(id);
    if (!point || seen.has(id)) continue;
    seen.add(id);
    for (const paragraph of elementsBelow(point, 'a:p')) {
      const block = drawnParagraph(paragraph);
      if (block.children.length > 0) blocks.push(block);
    }
    for (const next of [...(below.get(id) ?? [])].reverse()) stack.push(next);
  }
  return blocks;
}
