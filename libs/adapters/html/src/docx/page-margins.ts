import type { WordParts } from './parts.js';
import { childrenNamed, elementsBelow, isOn, textRun, type WordElement, wordElement } from './word-xml.js';

/** Stands for the number of a page; text never holds it, as XML cannot. */
const PAGE_NUMBER = '\u0000';
const PAGE_FIELD = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;
/** What parts the text of a margin: "Harbour board | Page 3 of 7". */
const DIVIDER = /\t+| [|–—·•-] |\n/;
/** Words beside the number of a page that belong to it: "Page 3 of 7". */
const MAX_PAGE_WORDS = 3;

/** Paths of the headers and footers that a reader sees, each once, headers first, in the order of the sections. */
export function marginPaths(parts: WordParts, documentPath: string, body: WordElement): string[] {
  const settings = parts.root(parts.ofType(documentPath, 'settings'));
  const hasEven = isOn(settings, 'w:evenAndOddHeaders') === true;
  const sections = [...elementsBelow(body, 'w:sectPr')];
  const hasFirst = sections.some((section) => isOn(section, 'w:titlePg') === true);
  const paths = ['w:headerReference', 'w:footerReference'].flatMap((name) =>
    sections
      .flatMap((section) => childrenNamed(section, name))
      .filter(({ attributes }) => {
        const type = attributes['w:type'] ?? 'default';
        return type === 'default' || (type === 'even' ? hasEven : hasFirst);
      })
      .map(({ attributes }) => parts.related(documentPath, attributes['r:id'])),
  );
  return [...new Set(paths)].filter((path) => path !== undefined);
}

/**
 * What a header or footer says besides the numbers of pages.
 *
 * @param blocks flattened paragraphs and tables
 * @param said texts that are left out, since they stand elsewhere; those found here are added
 */
export function marginBlocks(blocks: readonly WordElement[], said: Set<string>): WordElement[] {
  const shown: WordElement[] = [];
  for (const block of blocks) {
    const text = textOf(block);
    const isParagraph = block.name === 'w:p';
    const kept =
      isParagraph && text.includes(PAGE_NUMBER) ? withoutPageNumbers(text) : text.replaceAll(PAGE_NUMBER, '');
    const key = comparable(kept);
    if (!/[\p{L}\p{N}]/u.test(key) || said.has(key)) continue;
    said.add(key);
    shown.push(isParagraph && kept !== text ? wordElement('w:p', [textRun(kept)]) : withoutLinks(block));
  }
  return shown;
}

/** A text by which repetitions are recognised. */
export function comparable(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Text of a flattened block, with a mark for each number of a page. */
export function textOf(block: WordElement): string {
  const parts: string[] = [];
  const fields: { isPage: boolean; instruction: string }[] = [];
  const visit = (element: WordElement): void => {
    const field = fields.at(-1);
    if (element.name === 'w:fldChar') {
      const type = element.attributes['w:fldCharType'];
      if (type === 'begin') fields.push({ isPage: false, instruction: '' });
      else if (type === 'separate' && field) field.isPage = PAGE_FIELD.test(field.instruction);
      else if (type === 'end' && fields.pop() && PAGE_FIELD.test(field?.instruction ?? '')) parts.push(PAGE_NUMBER);
    } else if (element.name === 'w:instrText') {
      if (field) field.instruction += element.text;
    } else if (!fields.some(({ isPage }) => isPage)) {
      if (element.name === 'w:t') parts.push(element.text);
      else if (element.name === 'w:tab') parts.push('\t');
      else if (element.name === 'w:br') parts.push('\n');
    }
    element.children.forEach(visit);
  };
  visit(block);
  return parts.join('');
}

function withoutPageNumbers(text: string): string {
  return text
    .split(DIVIDER)
    .filter(
      (segment) =>
        !segment.includes(PAGE_NUMBER) || segment.split(/[^\p{L}\p{M}]+/u).filter(Boolean).length > MAX_PAGE_WORDS,
    )
    .map((segment) => segment.replaceAll(PAGE_NUMBER, '').trim())
    .filter((segment) => segment !== '')
    .join(' – ');
}

/** Links of a header lead through relations that the body does not have. */
function withoutLinks(element: WordElement): WordElement {
  const children = element.children.map(withoutLinks);
  const { 'r:id': _, ...attributes } = element.attributes;
  return element.name === 'w:hyperlink' ? { ...element, attributes, children } : { ...element, children };
}
