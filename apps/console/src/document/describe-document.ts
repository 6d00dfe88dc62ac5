import type { DocumentDescription } from '@arbiter/contracts';
import { indexAt, type Span } from './cut-text.js';
import type { Standing } from './standing.js';

const FORMATS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'text/markdown': 'Markdown',
  'text/plain': 'Plain text',
  'text/html': 'Web page',
  'text/csv': 'Table',
  'message/rfc822': 'Mail',
  'application/epub+zip': 'Book',
  'image/png': 'Picture',
  'image/jpeg': 'Picture',
};

/** A media type in words; itself where none are known. */
export function formatOf(mediaType: string): string {
  const type = mediaType.split(';')[0] ?? mediaType;
  if (FORMATS[type] !== undefined) return FORMATS[type];
  if (type.includes('wordprocessing')) return 'Text document';
  if (type.includes('spreadsheet')) return 'Spreadsheet';
  if (type.includes('presentation')) return 'Slides';
  return type.startsWith('text/x-') ? type.slice('text/x-'.length) : type;
}

/** Whether all of a format is code, drawn line by line. */
export function isCodeOf(mediaType: string): boolean {
  return /^text\/(?:x-|css|javascript|typescript)|json|yaml|toml|\bxml\b/.test(mediaType);
}

/** How the original of a document can be shown; `file` can only be downloaded. */
export type OriginalKind = 'pdf' | 'image' | 'file';

export function kindOf(mediaType: string): OriginalKind {
  if (mediaType === 'application/pdf') return 'pdf';
  // Other pictures, SVG above all, are documents that could do things.
  return /^image\/(?:png|jpeg|webp)$/.test(mediaType) ? 'image' : 'file';
}

/** The address of a source that is a page of the web; undefined for paths, and for addresses that would run something. */
export function linkOf(source: string): string | undefined {
  return /^https?:\/\//i.test(source) && URL.canParse(source) ? source : undefined;
}

type Pages = NonNullable<DocumentDescription['pages']>;

/** Number of the page that holds an offset; undefined for a format without pages. */
export function pageAt(pages: Pages | undefined, offset: number): number | undefined {
  return pages?.[indexAt(pages, offset)]?.number;
}

/** Headings around an offset, from the outermost to the innermost. */
export function headingsAt(sections: DocumentDescription['sections'], offset: number): readonly string[] {
  const around: { readonly level: number; readonly heading: string }[] = [];
  for (const { start, level, heading } of sections) {
    if (start > offset) break;
    while ((around.at(-1)?.level ?? 0) >= level) around.pop();
    around.push({ level, heading });
  }
  return around.map(({ heading }) => heading);
}

/** Headings that an outline lists at most: a longer list is slow. */
const MAX_LISTED = 2_000;

/** The upper headings, as many levels as stay readable. */
export function outlineOf(sections: DocumentDescription['sections']): DocumentDescription['sections'] {
  const levels = [...new Set(sections.map(({ level }) => level))].sort((one, other) => one - other);
  let listed: DocumentDescription['sections'] = [];
  for (const level of levels) {
    const deeper = sections.filter((section) => section.level <= level);
    if (deeper.length > MAX_LISTED && listed.length > 0) break;
    listed = deeper;
  }
  return listed.slice(0, MAX_LISTED);
}

export interface Note {
  readonly tone: 'plain' | 'doubt';
  readonly text: string;
}

interface Shown {
  readonly document: Pick<DocumentDescription, 'mediaType' | 'original' | 'pages' | 'sections'>;
  readonly span: Span | undefined;
  readonly standing: Standing;
  /** Why the original is not shown. */
  readonly failure: string | null;
  readonly view: 'original' | 'text' | undefined;
  /** Whether the quote can be marked on the pages of the original. */
  readonly isBoxed: boolean;
  /** The page of the part whose picture was read. */
  readonly outlined: number | undefined;
}

/** What is marked and where, or why nothing is. */
export function noteOf({ document, span, standing, failure, view, isBoxed, outlined }: Shown): Note {
  const doubt = (text: string): Note => ({ tone: 'doubt', text });
  if (standing === 'other')
    return doubt('The document has changed since: the quote is not at this place. Nothing is marked.');
  if (failure !== null) return doubt(`The original is not shown, because ${failure}. This is its text.`);
  if (view === 'original' && outlined !== undefined) return noteOfPart(outlined);
  const isPdf = document.mediaType === 'application/pdf';
  const lacks = isPdf && !document.original ? 'The original is not kept. This is its text. ' : '';
  if (!span || standing !== 'same' || view === undefined) return { tone: 'plain', text: lacks };
  if (view === 'original' && !isBoxed) return doubt('The quote cannot be marked here. It is marked in the text.');
  const where = view === 'text' && !isBoxed && document.original ? placeOfMarks(document.mediaType) : undefined;
  const why = where === undefined ? '' : `The quote cannot be marked ${where}, so this is the text. `;
  return { tone: 'plain', text: `${lacks}${why}${markedAt(document, span.start)}` };
}

function noteOfPart(page: number): Note {
  return { tone: 'plain', text: `Outlined: the part of page ${page} whose picture was read` };
}

function markedAt({ pages, sections }: Shown['document'], start: number): string {
  const page = pageAt(pages, start);
  const place = [...(page === undefined ? [] : [`page ${page}`]), ...headingsAt(sections, start)];
  return place.length > 0 ? `Marked: ${place.join(' › ')}` : 'The quote is marked.';
}

/** Where a quote would be marked in the original; undefined for what is not drawn. */
function placeOfMarks(mediaType: string): string | undefined {
  if (mediaType === 'application/pdf') return 'on the page';
  return mediaType.startsWith('image/') ? 'in the picture' : undefined;
}
