import type { Source } from '@arbiter/contracts';
import { headingPath, headingsOfPath } from '@arbiter/text';

/** What says of what a source speaks: title, headings, and other names of its subject. */
export function contextOf(source: Source | undefined): string {
  if (!source) return '';
  const { title = '', section = '', aliases } = source.metadata;
  const names = Array.isArray(aliases) ? aliases.filter((alias) => typeof alias === 'string') : [];
  return [title, section, ...names].join('\n');
}

/** Title and headings in the form in which the reader is given them. */
export function headingsOf({ metadata: { title = '', section = '' } }: Source): string {
  return headingPath(title, headingsOfPath(section));
}
