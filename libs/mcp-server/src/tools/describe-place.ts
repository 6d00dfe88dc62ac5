import { shownLine } from '@arbiter/contracts';

export interface Place {
  readonly title: string;
  readonly source: string;
  /** Headings from the outermost to the innermost. */
  readonly section: readonly string[];
  readonly page: number | null;
}

/** Where a passage stands, for people: `The Ninth Bell › How the bell is rung › page 3`. */
export function describePlace({ title, source, section, page }: Place): string {
  const document = title === '' ? source : title;
  // The first heading of a document is often its title.
  const headings = section[0] === document ? section.slice(1) : section;
  // A title with a line of its own could forge the source below it.
  return [document, ...headings, ...(page === null ? [] : [`page ${page}`])].map(shownLine).join(' › ');
}
