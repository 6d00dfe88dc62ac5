import type { Printed } from '../model/catalogue.js';
import type { DataSet } from '../resolve/data-set.js';
import { plainLine } from './plain-words.js';

/** "Source: Book of Roots, p. 12."; empty for what names no publication. */
export function describePrinted({ publicationId, page }: Printed, data: DataSet): string {
  if (publicationId === '') return '';
  const publication = plainLine(data.nameOf(publicationId));
  return `Source: ${publication}${page === '' ? '' : `, p. ${plainLine(page)}`}.`;
}
