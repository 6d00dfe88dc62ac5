import { estimateTokens, splitSentences, terms, termSet } from '@arbiter/text';

/** Where sentences were left out. */
const GAP = ' … ';
/** What a neighbour that shares terms with the question adds to a sentence, as a share: an answer seldom stands alone. */
const NEIGHBOUR_SHARE = 0.5;

/** Fewer tokens than this of a sentence that is too long say nothing. */
const SHORTEST_PART = 16;

/**
 * Shortens a text to a number of tokens: keeps the sentences nearest to the question, whole and in their order. Where
 * not one fits whole, the nearest is cut.
 *
 * @param maxTokens by `estimateTokens`, gaps included
 * @returns the text as it is where it fits; '' where there is no room for anything of it
 */
export function trimText(text: string, question: string, maxTokens: number): string {
  if (estimateTokens(text) <= maxTokens) return text;
  const asked = termSet(question);
  const spans = splitSentences(text);
  const sentences = spans.map(({ start, end }, index) => ({ index, text: text.slice(start, end) }));
  const own = sentences.map((sentence) => terms(sentence.text).filter(({ term }) => asked.has(term)).length);
  const nearness = (index: number): number =>
    (own[index] ?? 0) + NEIGHBOUR_SHARE * Math.max(own[index - 1] ?? 0, own[index + 1] ?? 0);

  const kept = new Set<number>();
  let tokens = 0;
  const nearestFirst = [...sentences].sort((a, b) => nearness(b.index) - nearness(a.index) || a.index - b.index);
  for (const sentence of nearestFirst) {
    const cost = estimateTokens(GAP + sentence.text);
    if (tokens + cost > maxTokens) continue;
    tokens += cost;
    kept.add(sentence.index);
  }
  if (kept.size === 0) return cutText(nearestFirst[0]?.text ?? '', maxTokens);
  return sentences
    .filter(({ index }) => kept.has(index))
    .reduce((joined, sentence) => {
      if (joined === '') return sentence.text;
      const from = spans[sentence.index - 1]?.end ?? 0;
      const between = text.slice(from, spans[sentence.index]?.start ?? from);
      return joined + (kept.has(sentence.index - 1) ? between : GAP) + sentence.text;
    }, '');
}

function cutText(text: string, maxTokens: number): string {
  if (maxTokens < SHORTEST_PART) return '';
  let part = text;
  for (let tokens = estimateTokens(part); tokens > maxTokens - 1; tokens = estimateTokens(part)) {
    part = part.slice(0, Math.floor((part.length * (maxTokens - 1)) / tokens));
  }
  // The last word is likely cut; a surrogate pair may be.
  return `${part.replace(/(?<!\S)\S*$/, '').trimEnd() || part.toWellFormed().replace(/\uFFFD$/, '')}…`;
}

/**
 * Shares tokens out among texts by max-min fairness: each text has an equal share, and the short ones leave their rest to
 * the long ones.
 *
 * @param sizes tokens of each text, ≥ 0
 * @param budget tokens for all, ≥ 0
 * @returns the most tokens that any one text may have; Infinity when all fit as they are
 */
export function fairShare(sizes: readonly number[], budget: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let left = budget;
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return Math.floor(share);
    left -= size;
  }
  return Infinity;
}
