/** `Title › Section › Subsection`; a title that is also the outermost heading stands once. */
export function headingPath(title: string, section: readonly string[]): string {
  return [title, ...section.filter((heading, level) => level > 0 || heading !== title)]
    .filter((part) => part !== '')
    .join(' › ');
}
