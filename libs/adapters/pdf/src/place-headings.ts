import type { Paragraph } from './group-paragraphs.js';
import type { OutlineEntry } from './read-outline.js';

/** Longer bookmarks are not headings. */
const MAX_TITLE = 300;

/** A paragraph, or the heading that an outline names, with its level. */
export type PlacedParagraph = Paragraph & { readonly level?: number };

/**
 * Finds the headings of an outline among the paragraphs of the pages to which it leads. A heading is the beginning of
 * a paragraph; what follows it in the same paragraph becomes one of its own. Entries that are not found give none.
 */
export function placeHeadings(paragraphs: readonly Paragraph[], outline: readonly OutlineEntry[]): PlacedParagraph[] {
  const onPage = new Map<number, number[]>();
  for (const [index, { page }] of paragraphs.entries()) {
    const known = onPage.get(page);
    if (known) known.push(index);
    else onPage.set(page, [index]);
  }
  const headings = new Map<number, { readonly length: number; readonly level: number }>();
  for (const { title, level, page } of outline) {
    const pattern = patternOf(title);
    for (const index of onPage.get(page) ?? []) {
      const length = headings.has(index) ? undefined : pattern?.exec(paragraphs[index]?.text ?? '')?.[0].length;
      if (length === undefined) continue;
      headings.set(index, { length, level });
      break;
    }
  }
  return paragraphs.flatMap((paragraph, index) => {
    const heading = headings.get(index);
    return heading ? splitHeading(paragraph, heading.length, heading.level) : [paragraph];
  });
}

/** The title at the start of a paragraph, whatever its case and spaces; the document may number it where the outline does not. */
function patternOf(title: string): RegExp | undefined {
  if (title.length > MAX_TITLE) return undefined;
  const words = title.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(
    `^(?:(?:chapter |section )?[\\dIVXivx]+(?:\\.\\d+)*[.:)]?\\s+)?${words.join('\\s*')}(?![\\p{L}\\p{N}])`,
    'iu',
  );
}

function splitHeading(paragraph: Paragraph, length: number, level: number): PlacedParagraph[] {
  const { text, pageBreaks, page } = paragraph;
  const rest = text.slice(length).trimStart();
  if (rest === '') return [{ ...paragraph, level }];
  const restAt = text.length - rest.length;
  const before = pageBreaks.filter(({ at }) => at <= restAt);
  return [
    { kind: 'paragraph', text: text.slice(0, length), page, pageBreaks: [], level },
    {
      kind: 'paragraph',
      text: rest,
      page: before.at(-1)?.number ?? page,
      pageBreaks: pageBreaks.filter(({ at }) => at > restAt).map(({ number, at }) => ({ number, at: at - restAt })),
    },
  ];
}
