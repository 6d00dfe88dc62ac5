import type { Passage } from '@arbiter/contracts';
import { type Span, splitSentences, termSet } from '@arbiter/text';

/** Sentences that one claim may rest on at most; they stand side by side. */
const LONGEST_SUPPORT = 3;
/** What each further sentence, or span of a vendor, must add to the share of the claim's terms that is covered. */
const COST_OF_SENTENCE = 0.15;
/** Share of what our own span covers of a claim that a vendor's must cover to hold the same support, 0–1. */
const SAME_SUPPORT = 0.8;

/**
 * Finds the part of a passage that a claim rests on: the run of at most three sentences that covers most of the claim's terms.
 * Terms that are rare in the passage count more (inverse document frequency over its sentences). Spans that a vendor has bound
 * to the claim are taken instead where they cover about as many of its terms, and no fewer of its numbers. Where the passage
 * shares no term with the claim, as between two languages, only the vendor can tell.
 *
 * @param claim a sentence, or a part of one, without markers
 * @param bound offsets in the stored document, as those returned
 * @returns one span without `bound`, else one or more; all of the passage when nothing is bound and no term is shared
 */
export function findSupport(claim: string, passage: Passage, bound: readonly Span[] = []): readonly Span[] {
  const sentences = splitSentences(passage.text);
  const weighed = new WeighedClaim(claim, passage, sentences);
  const own = ownSupport(passage, sentences, weighed);
  if (bound.length === 0) return [own.span];
  if (own.covered.size === 0) return bound;

  const spans = bound.map((span) => ({
    span,
    terms: weighed.termsIn(passage.text.slice(span.start - passage.start, span.end - passage.start)),
  }));
  spans.sort((a, b) => weighed.share(b.terms) - weighed.share(a.terms));
  let covered: ReadonlySet<string> = new Set();
  const chosen: Span[] = [];
  for (const { span, terms } of spans) {
    const together = new Set([...covered, ...terms]);
    if (chosen.length > 0 && weighed.share(together) - weighed.share(covered) < COST_OF_SENTENCE) continue;
    covered = together;
    chosen.push(span);
  }
  const numbers = [...own.covered].filter((term) => /\d/.test(term));
  const isHeld = weighed.share(covered) >= SAME_SUPPORT * weighed.share(own.covered);
  return isHeld && numbers.every((number) => covered.has(number)) ? chosen : [own.span];
}

/** @returns the span with those of the claim's terms that it holds */
function ownSupport(passage: Passage, spans: readonly Span[], claim: WeighedClaim) {
  const sentences = spans.map(({ start, end }) => claim.termsIn(passage.text.slice(start, end)));
  let best: { score: number; span: Span; covered: ReadonlySet<string> } | null = null;
  for (const [from, first] of spans.entries()) {
    const covered = new Set<string>();
    for (let to = from; to < Math.min(from + LONGEST_SUPPORT, spans.length); to += 1) {
      for (const term of sentences[to] ?? []) covered.add(term);
      if (covered.size === 0) continue;
      const score = claim.share(covered) - COST_OF_SENTENCE * (to - from);
      if (!best || score > best.score) {
        best = { score, span: { start: first.start, end: spans[to]?.end ?? first.end }, covered: new Set(covered) };
      }
    }
  }
  const { start, end } = best?.span ?? { start: 0, end: passage.text.length };
  const span = { start: passage.start + start, end: passage.start + end };
  return { span, covered: best?.covered ?? new Set<string>() };
}

/** A claim's terms, weighed by how rare they are among the sentences of a passage. */
class WeighedClaim {
  readonly #weights: ReadonlyMap<string, number>;
  readonly #total: number;

  constructor(claim: string, { text }: Passage, spans: readonly Span[]) {
    const sentences = spans.map(({ start, end }) => termSet(text.slice(start, end)));
    this.#weights = new Map(
      [...termSet(claim)].map((term) => {
        const frequency = sentences.filter((sentence) => sentence.has(term)).length;
        return [term, Math.log((sentences.length + 1) / (frequency + 0.5))];
      }),
    );
    this.#total = this.share(this.#weights.keys(), 1);
  }

  /** Those of the claim's terms that a text holds, in the claim's order. */
  termsIn(text: string): ReadonlySet<string> {
    const said = termSet(text);
    return new Set([...this.#weights.keys()].filter((term) => said.has(term)));
  }

  /** Share of the claim's weight that some of its terms have, 0–1. */
  share(terms: Iterable<string>, total = this.#total): number {
    let sum = 0;
    for (const term of terms) sum += this.#weights.get(term) ?? 0;
    return sum / total;
  }
}
