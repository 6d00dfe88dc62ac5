/** Separator between two headings of a path. */
const SEPARATOR = ' › ';

/**
 * Title and headings above a passage, from the outermost: "Hollin Market › The night cage".
 *
 * @param section headings from the outermost to the innermost; a first one that repeats the title is said once
 * @returns '' if there are neither title nor headings
 */
export function headingPath(title: string, section: readonly string[]): string {
  const headings = section[0] === title ? section.slice(1) : section;
  return [title, ...headings].filter((each) => each !== '').join(SEPARATOR);
}

/** @param path as {@link headingPath} writes it */
export function headingsOfPath(path: string): string[] {
  return path.split(SEPARATOR).filter((each) => each !== '');
}
