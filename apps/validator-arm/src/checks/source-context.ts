import type { Source } from '@arbiter/contracts';
import { headingPath, headingsOfPath } from '@arbiter/text';

/**
 * Longest context of a source that is read, in UTF-16 code units: it stands before every window of the source, and one of
 * megabytes would make gigabytes.
 */
const LONGEST_CONTEXT = 4_000;

/** What says of what a source speaks: title, headings, and other names of its subject. */
export function contextOf(source: Source | undefined): string {
  if (!source) return '';
  const { title = '', section = '', aliases } = source.metadata;
  const names = Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
  return cut([title, section, ...names]);
}

/** Title and section. */
export function headingText({ metadata: { title = '', section = '' } }: Source): string {
  return cut([title, section]);
}

/** Title and headings in the form in which the reader is given them. */
export function headingsOf({ metadata: { title = '', section = '' } }: Source): string {
  return headingPath(title.slice(0, LONGEST_CONTEXT), headingsOfPath(section.slice(0, LONGEST_CONTEXT)));
}

function cut(lines: readonly string[]): string {
  return lines.join('\n').slice(0, LONGEST_CONTEXT);
}
