import type { Claim } from '@arbiter/contracts';
import { splitSentences, type Span } from '@arbiter/text';

const MARKER = /\[\d+\]/g;
/** Markers before what can start a statement, and line breaks. */
const STRETCH_END = /(?:\[\d+\]\s*)+(?=[\p{Lu}\p{N}"“‘'(*•-])|\n+/gu;
const LIST_BULLET = /^(?:[-*•]|\d+[.)])\s+/;
const WORD = /[\p{L}\p{N}]/u;

const OPINION =
  /\b(?:I|we) (?:think|believe|feel|guess|suppose|would say)\b|\bin (?:my|our) (?:opinion|view)\b|\b(?:probably|perhaps|maybe|possibly|arguably|presumably)\b|\b(?:beautiful|wonderful|lovely|terrible|boring|best choice|worth a visit)\b/i;
const INFERENCE =
  /\b(?:therefore|thus|hence|consequently|which means|this means|it follows|this implies|must have been|so (?:it|he|she|they|the))\b/i;
/** Says that nothing is known, which no source can support. */
const REFUSAL =
  /\b(?:I (?:do not|don't|cannot|can't)|(?:is|are) not (?:known|stated|mentioned)|no (?:information|answer)|not enough information|unable to)\b/i;
const GREETING =
  /^(?:hello|hi|hey|greetings|welcome|thank you|thanks|you are welcome|sure|certainly|of course)\b[^.!?]{0,40}[.!]?$/i;

/**
 * The statements of an answer, one per sentence or list item. Markers, bullets, questions, greetings and refusals are
 * no claims: an answer of nothing else has none.
 *
 * @returns in the order of the answer; `text === answer.slice(start, end)`
 */
export function extractClaims(answer: string): Claim[] {
  // Markers are blanked rather than removed, so that every offset still counts in the answer.
  const unmarked = answer.replace(MARKER, (marker) => ' '.repeat(marker.length));
  return stretchesOf(answer, unmarked).flatMap((stretch) => {
    const span = trimmed(unmarked, stretch.start, stretch.end);
    const text = answer.slice(span.start, span.end);
    if (!WORD.test(text) || text.endsWith('?') || GREETING.test(text) || REFUSAL.test(text)) return [];
    return [{ text, ...typeOf(text), ...span }];
  });
}

/** Sentences, of which none runs on over a marker that ends one, or over a line break: rows and items lack full stops. */
function stretchesOf(answer: string, unmarked: string): Span[] {
  const stretches: Span[] = [];
  let from = 0;
  for (const { index, 0: end } of [...answer.matchAll(STRETCH_END), { index: answer.length, 0: '' }]) {
    const start = from;
    stretches.push(
      ...splitSentences(unmarked.slice(start, index)).map((sentence) => ({
        start: start + sentence.start,
        end: start + sentence.end,
      })),
    );
    from = index + end.length;
  }
  return stretches;
}

function trimmed(text: string, from: number, to: number): { start: number; end: number } {
  const raw = text.slice(from, to);
  const bullet = LIST_BULLET.exec(raw.trimStart())?.[0].length ?? 0;
  const start = from + (raw.length - raw.trimStart().length) + bullet;
  return { start, end: Math.max(start, from + raw.trimEnd().length) };
}

function typeOf(text: string): Pick<Claim, 'type' | 'confidence'> {
  if (OPINION.test(text)) return { type: 'opinion', confidence: 0.8 };
  if (INFERENCE.test(text)) return { type: 'inference', confidence: 0.7 };
  return { type: 'fact', confidence: 0.9 };
}
