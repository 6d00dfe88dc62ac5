import { DrawingReader } from './drawing.js';
import { LIST_ID, StoryFlattener } from './flatten-story.js';
import { Losses } from './losses.js';
import { WordNumbering } from './numbering.js';
import { comparable, marginBlocks, marginPaths, textOf } from './page-margins.js';
import { WordParts } from './parts.js';
import { WordStyles } from './styles.js';
import { childNamed, childrenNamed, readWordPart, type WordElement, wordElement, writeWordPart } from './word-xml.js';

export interface FlattenedDocument {
  /** The parts, with those that hold text and lists rewritten. */
  readonly parts: Record<string, Uint8Array>;
  /** Sentences that name what is missing. */
  readonly warnings: readonly string[];
}

/** Notes of a document: part by part, what one note is called in it. */
const NOTES: readonly (readonly [string, string])[] = [
  ['footnotes', 'w:footnote'],
  ['endnotes', 'w:endnote'],
  ['comments', 'w:comment'],
];

/** One list with bullets on all levels; which number each paragraph has is in its text. */
const NUMBERING = wordElement('w:numbering', [
  wordElement(
    'w:abstractNum',
    Array.from({ length: 9 }, (_, level) =>
      wordElement('w:lvl', [wordElement('w:numFmt', [], { 'w:val': 'bullet' })], { 'w:ilvl': String(level) }),
    ),
    { 'w:abstractNumId': '0' },
  ),
  wordElement('w:num', [wordElement('w:abstractNumId', [], { 'w:val': '0' })], { 'w:numId': LIST_ID }),
]);

/**
 * Rewrites a Word document so that a converter of plain paragraphs, lists and tables finds all of its text: text boxes,
 * headers and footers, formulas, charts and diagrams, and the numbers that Word computes when it shows the document.
 *
 * @param bytes the parts by their paths
 * @param documentPath of the part with the body
 * @throws RangeError when the body is nested deeper than any document
 */
export function flattenDocument(bytes: Readonly<Record<string, Uint8Array>>, documentPath: string): FlattenedDocument {
  const main = bytes[documentPath];
  const document = main && readWordPart(main);
  if (document === 'too deep') throw new RangeError('The body of the document is nested too deep.');
  // The converter says what is wrong with a body that is no XML, or reads it as it is.
  const body = typeof document === 'object' ? childNamed(document.root, 'w:body') : undefined;
  if (!body || typeof document !== 'object') {
    return { parts: { ...bytes }, warnings: ['Its text boxes, formulas and numbers of paragraphs could not be read.'] };
  }
  const parts = new WordParts(bytes);
  const losses = new Losses();
  losses.add('nested', '', document.cut);
  const stylesRoot = parts.root(parts.ofType(documentPath, 'styles'));
  const numberingPath = parts.ofType(documentPath, 'numbering');
  const styles = new WordStyles(stylesRoot);
  const numbering = new WordNumbering(parts.root(numberingPath), stylesRoot, styles);
  const story = (path: string): StoryFlattener =>
    new StoryFlattener({ styles, numbering, losses, drawings: new DrawingReader(parts, path, losses) });

  const rewritten: Record<string, Uint8Array> = { ...bytes };
  const blocks = story(documentPath).blocks(body);
  const margins = readMargins(parts, documentPath, body, blocks, story);
  rewritten[documentPath] = encode(wordElement('w:document', [wordElement('w:body', [...margins, ...blocks])]));
  for (const [type, name] of NOTES) {
    const path = parts.ofType(documentPath, type);
    const root = parts.root(path);
    if (!root) continue;
    const flattener = story(path);
    // The converter reads comments nowhere: what reviewers say is not the document's own.
    if (type === 'comments')
      for (const note of childrenNamed(root, name)) losses.add('comment', note.attributes['w:author']);
    const notes = childrenNamed(root, name).map((note) => ({ ...note, children: flattener.blocks(note) }));
    rewritten[path] = encode({ ...root, children: notes });
  }
  // A part that cannot be read stays as it is, so that the converter finds it broken.
  if (!(numberingPath in bytes) || parts.root(numberingPath)) rewritten[numberingPath] = encode(NUMBERING);
  return { parts: rewritten, warnings: losses.sentences() };
}

/** Headers and footers stand on every page; here, they stand once, before the text. */
function readMargins(
  parts: WordParts,
  documentPath: string,
  body: WordElement,
  blocks: readonly WordElement[],
  story: (path: string) => StoryFlattener,
): WordElement[] {
  const paths = marginPaths(parts, documentPath, body);
  if (paths.length === 0) return [];
  const said = new Set(blocks.map((block) => comparable(textOf(block))));
  return paths.flatMap((path) => {
    const root = parts.root(path);
    return root ? marginBlocks(story(path).blocks(root), said) : [];
  });
}

function encode(root: WordElement): Uint8Array {
  return new TextEncoder().encode(writeWordPart(root));
}
