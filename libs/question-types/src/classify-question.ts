import { queryTypeOf, type QuestionType } from '@arbiter/contracts';
import { describePhrase, isWord, phrasesOf, tokensOf } from './phrases.js';
import { QUESTION_TYPE_MODEL, type QuestionTypeModel } from './question-type-model.js';

/** Reasons that are told, and how many nats one has to speak for the type: less is noise of the fit. */
const MOST_REASONS = 3;
const LEAST_WEIGHT = 0.2;

export interface TypedMessage {
  readonly type: QuestionType;
  /** Probability of the type, 0–1. */
  readonly confidence: number;
  /** Phrases that separate this type from the runner-up, heaviest first. Empty if only missing phrases decided. */
  readonly reasons: readonly string[];
}

/**
 * Says of which type a message is, from its phrases alone: the softmax of their summed weights. Of equally likely types it is
 * the one that the model names first: the simpler plan.
 *
 * @param model the shipped one, unless another is being measured
 * @throws RangeError for a model without types
 */
export function classifyQuestion(query: string, model: QuestionTypeModel = QUESTION_TYPE_MODEL): TypedMessage {
  const { types, bias, weights, words } = model;
  const tokens = tokensOf(query);
  const found = [...phrasesOf(tokens, words)].flatMap((phrase) => {
    const row = weights.get(phrase);
    return row ? [{ phrase, row }] : [];
  });
  const ranked = types
    .map((type, position) => ({
      type,
      position,
      score: found.reduce((sum, { row }) => sum + (row[position] ?? 0), bias[position] ?? 0),
    }))
    .sort((a, b) => b.score - a.score || a.position - b.position);
  const [best, next = best] = ranked;
  if (!best || !next) throw new RangeError('a model must have types');
  if (isForeign(tokens, model) && (tokens.length > MOST_TERSE || queryTypeOf(best.type) !== best.type)) {
    return { type: 'simple_lookup', confidence: 1 / types.length, reasons: [] };
  }
  const odds = ranked.reduce((sum, { score }) => sum + Math.exp(score - best.score), 0);
  const weighed = found.map(({ phrase, row }) => ({
    phrase,
    weight: (row[best.position] ?? 0) - (row[next.position] ?? 0),
  }));
  return { type: best.type, confidence: 1 / odds, reasons: reasonsOf(weighed) };
}

/** Share of known words below which a message is taken for one in another language, and tokens of one that only names its topic. */
const LEAST_KNOWN = 0.25;
const MOST_TERSE = 4;

/** Whether the model knows too few words of a message to tell a question from talk. */
function isForeign(tokens: readonly string[], { weights, words }: QuestionTypeModel): boolean {
  const spoken = tokens.filter(isWord);
  const known = spoken.filter((word) => words.has(word) || weights.has(word));
  return known.length < LEAST_KNOWN * spoken.length;
}

/** The heaviest phrases, without those that repeat words of a heavier one. */
function reasonsOf(weighed: readonly { readonly phrase: string; readonly weight: number }[]): string[] {
  const told: string[] = [];
  const heaviest = weighed.filter(({ weight }) => weight >= LEAST_WEIGHT).sort((a, b) => b.weight - a.weight);
  for (const { phrase } of heaviest) {
    if (told.length === MOST_REASONS) break;
    if (!told.some((one) => one.includes(phrase) || phrase.includes(one))) told.push(phrase);
  }
  return told.map(describePhrase);
}
