import type { Span } from '@arbiter/text';
import { blockItems } from './block-items.js';
import { enumerationItems } from './enumeration-items.js';

/** One thing of a list. Offsets count in the text; `text` is the slice between them. */
export interface ListItem extends Span {
  readonly text: string;
}

/**
 * The items that a text lists: those of a list block ("- …", "1. …", one a line), else those of an enumeration in its
 * sentence ("The quarters are Fishgate, Lowmarket and the Wicks.").
 *
 * @param text a sentence, or the lines of a list block
 * @returns in order, without signs, numbers, conjunctions and final marks; none where nothing is listed
 */
export function listItems(text: string): ListItem[] {
  const spans = blockItems(text) ?? enumerationItems(text) ?? [];
  return spans.map(({ start, end }) => ({ start, end, text: text.slice(start, end) }));
}
