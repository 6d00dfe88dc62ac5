import type { Passage } from '@arbiter/contracts';
import { normalizeTerm } from '@arbiter/text';

/** "Mercury (planet)": what stands in brackets tells titles apart and is in no other text. */
const QUALIFIER = / \([^()]*\)$/;
/** Shorter titles are found within other words. */
const SHORTEST_TITLE = 4;

/** Whether a passage mentions the document of another by its title: the strongest sign that one leads to the other. */
export function mentionsTitle({ text }: Passage, { title }: Passage): boolean {
  const name = normalizeTerm(title.replace(QUALIFIER, ''));
  return name.length >= SHORTEST_TITLE && normalizeTerm(text).includes(name);
}
