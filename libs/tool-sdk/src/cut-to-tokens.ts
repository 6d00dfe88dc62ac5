import { estimateTokens } from '@arbiter/text';

/** Fewer tokens than this of something longer say nothing. */
const SHORTEST_PART = 12;
const ELLIPSIS = '…';

/**
 * The beginning of a text, with "…" where it was cut.
 *
 * @param maxTokens by `estimateTokens`, the "…" included
 * @returns the text as it is where it fits; '' where there is too little room for a part that says something
 */
export function cutToTokens(text: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const room = maxTokens - estimateTokens(ELLIPSIS);
  if (room < SHORTEST_PART) return '';
  let part = text;
  for (let tokens = estimateTokens(part); tokens > room; tokens = estimateTokens(part)) {
    part = part.slice(0, Math.floor((part.length * room) / tokens));
  }
  // A pair of surrogates may have been cut in two.
  return part.toWellFormed().replace(/\uFFFD$/, '') + ELLIPSIS;
}
