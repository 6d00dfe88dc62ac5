import type { Source, SupportToken } from '@arbiter/contracts';
import { restoreText } from '@arbiter/prompting';
import type { RelevanceCheck } from '../checks/relevance-check.js';
import type { UsefulnessCheck } from '../checks/usefulness-check.js';
import type { ClaimSupport, EvidenceSpan } from '../support/support-scorer.js';
import type { ClaimJudgement, SourceJudgement, UseJudgement } from './judgement.js';

/**
 * Where the probability of a claim stands by the model's token; within it the features say where, so that two claims of
 * one token still differ. The bands lie on either side of the shares from which the features call a claim supported.
 */
const BANDS: Readonly<Record<SupportToken, { readonly low: number; readonly high: number }>> = {
  fully_supported: { low: 0.9, high: 1 },
  partially_supported: { low: 0.45, high: 0.7 },
  no_support: { low: 0, high: 0.3 },
};

/** Probability of an answer that the model finds missing the question or the sources, as a share of what it was; below the default threshold. */
const MOST_NOT_USEFUL = 0.39;
/** Longest reason of a model that is shown. */
const LONGEST_REASON = 300;

/**
 * The verdict of a language model on a claim, with the spans of what it quoted.
 *
 * @param sources source n of the judgement is `sources[n - 1]`
 * @returns null for support without a quote that its source holds: such a verdict is not believed
 */
export function applyClaimJudgement(
  support: ClaimSupport,
  judgement: ClaimJudgement,
  sources: readonly Source[],
  finder: QuoteFinder,
): ClaimSupport | null {
  const { issup, reason } = judgement;
  const spans = quotedSpans(judgement, sources, finder);
  if (issup !== 'no_support' && spans.length === 0) return null;
  const { low, high } = BANDS[issup];
  return {
    ...support,
    probability: low + (high - low) * support.probability,
    support: issup,
    method: 'llm_verification',
    reasoning: sentenceOf(reason, 'The language model gave no reason.'),
    spans: spans.length > 0 ? spans : support.spans,
    mismatches: issup === 'fully_supported' ? [] : support.mismatches,
  };
}

/** Where the sources hold what a verdict quotes; a quote that its source does not hold has no span. */
export function quotedSpans(
  { evidence }: Pick<ClaimJudgement, 'evidence'>,
  sources: readonly Source[],
  finder: QuoteFinder,
): EvidenceSpan[] {
  return evidence.flatMap(({ source, quote }) => {
    const quoted = sources[source - 1];
    return (quoted && finder.find(quote, quoted)) ?? [];
  });
}

/** The model's tokens over the scores of the features, which are moved to the half of the scale that the token says. */
export function applyRelevance(
  relevance: RelevanceCheck,
  judged: readonly SourceJudgement[],
  shown: readonly Source[],
): RelevanceCheck {
  const tokens = new Map(judged.map(({ source, isrel }) => [shown[source - 1]?.id, isrel]));
  const perSource = relevance.perSource.map((check) => {
    const token = tokens.get(check.sourceId);
    return token === undefined ? check : { ...check, token, score: inHalf(check.score, token === 'relevant') };
  });
  const relevant = perSource.filter(({ token }) => token === 'relevant').length;
  return {
    token: relevant > 0 ? 'relevant' : 'irrelevant',
    score: Math.max(0, ...perSource.map(({ score }) => score)),
    reasoning: `${relevant} of ${perSource.length} sources ${relevant === 1 ? 'is' : 'are'} about the question.`,
    perSource,
  };
}

/** @param isRight whether the same model finds the claims supported: what answers with an invention is of no use */
export function applyUsefulness(
  { score }: UsefulnessCheck,
  { token, reason, missing }: UseJudgement,
  isRight = true,
): UsefulnessCheck {
  const isUseful = token === 'useful' && isRight;
  return {
    token: isUseful ? 'useful' : 'not_useful',
    score: isUseful ? inHalf(score, true) : MOST_NOT_USEFUL * score,
    reasoning: isRight
      ? sentenceOf(reason, isUseful ? 'The answer answers the question.' : 'The answer misses the question.')
      : 'It rests on what the language model finds in no source.',
    missing: isUseful ? [] : missing.map((word) => sentenceOf(word, '')).filter((word) => word !== ''),
    mode: 'language_model',
  };
}

/** What a model wrote, in one line and not too long; it may repeat what a source made it say. */
function sentenceOf(text: string, otherwise: string): string {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON).toWellFormed();
  return line === '' ? otherwise : line;
}

/** @returns ½–1 for the upper half, 0–½ exclusive for the lower, in the order of the scores */
function inHalf(score: number, isUpper: boolean): number {
  return isUpper ? 0.5 + score / 2 : Math.min(0.499, score / 2);
}

/** Shorter quotes, in letters and digits, stand in any text and prove nothing. */
const SHORTEST_QUOTE = 8;

/** Finds in sources what a model quoted from them. */
export class QuoteFinder {
  private readonly indexes = new Map<Source, LetterIndex>();

  /**
   * Letters and digits must be the same in the same order, whatever stands between them: white space, quotation marks
   * and markup may differ. A quote that a model shortened with an ellipsis is found by its longest part.
   *
   * @returns null when the source does not hold it
   */
  find(quote: string, source: Source): EvidenceSpan | null {
    const parts = restoreText(quote)
      .split(/…|\.{3}/)
      .map((part) => indexLetters(part).letters)
      .sort((a, b) => b.length - a.length);
    const wanted = parts[0] ?? '';
    if (wanted.length < SHORTEST_QUOTE) return null;
    const { letters, places } = this.indexOf(source);
    const at = letters.indexOf(wanted);
    const [first, last] = [places[at], places[at + wanted.length - 1]];
    return first && last ? { sourceId: source.id, start: first.start, end: last.end } : null;
  }

  private indexOf(source: Source): LetterIndex {
    const index = this.indexes.get(source) ?? indexLetters(source.content);
    this.indexes.set(source, index);
    return index;
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The letters and digits of a text in lower case, and the place of each code unit of them in the text. */
interface LetterIndex {
  readonly letters: string;
  readonly places: readonly Place[];
}

function indexLetters(text: string): LetterIndex {
  let letters = '';
  const places: Place[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const place = { start: match.index, end: match.index + match[0].length };
    const folded = match[0].normalize('NFKC').toLowerCase();
    letters += folded;
    places.push(...new Array<Place>(folded.length).fill(place));
  }
  return { letters, places };
}
