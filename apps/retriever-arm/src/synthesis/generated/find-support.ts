import type { Passage } from '@arbiter/contracts';
import { splitSentences, terms, type Span } from '@arbiter/text';

/** Sentences that one claim may rest on at most; they stand side by side. */
const LONGEST_SUPPORT = 3;
/** What each further sentence must add to the share of the claim's terms that is covered. */
const COST_OF_SENTENCE = 0.15;

/**
 * The part of a passage that a claim rests on: the run of at most three sentences that covers most of the claim's terms,
 * those that are rare in the passage counting more (inverse document frequency over its sentences).
 *
 * @param claim a sentence, or a part of one, without markers
 * @returns offsets in the stored document; all of the passage when it shares no term with the claim
 */
export function findSupport(claim: string, passage: Passage): Span {
  const spans = splitSentences(passage.text);
  const sentences = spans.map(({ start, end }) => termsOf(passage.text.slice(start, end)));
  const claimed = [...termsOf(claim)];
  const weights = new Map(
    claimed.map((term) => {
      const frequency = sentences.filter((sentence) => sentence.has(term)).length;
      return [term, Math.log((sentences.length + 1) / (frequency + 0.5))];
    }),
  );
  const total = claimed.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);

  let best: { score: number; span: Span } | null = null;
  for (const [from, first] of spans.entries()) {
    const covered = new Set<string>();
    for (let to = from; to < Math.min(from + LONGEST_SUPPORT, spans.length); to += 1) {
      for (const term of claimed) if (sentences[to]?.has(term)) covered.add(term);
      if (covered.size === 0) continue;
      const share = [...covered].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) / total;
      const score = share - COST_OF_SENTENCE * (to - from);
      if (!best || score > best.score) best = { score, span: { start: first.start, end: spans[to]?.end ?? first.end } };
    }
  }
  const { start, end } = best?.span ?? { start: 0, end: passage.text.length };
  return { start: passage.start + start, end: passage.start + end };
}

function termsOf(text: string): ReadonlySet<string> {
  return new Set(terms(text).map(({ term }) => term));
}
