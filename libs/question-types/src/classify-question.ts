import type { QuestionType } from '@arbiter/contracts';
import type { Cue } from './cue.js';
import { CUES } from './cues/cues.js';
import { readMessage } from './message.js';
import type { QuestionTypeModel } from './question-type-model.format.js';
import { QUESTION_TYPE_MODEL } from './question-type-model.js';

/** Reasons that are told, and how many nats one has to speak for the type: less is noise of the fit. */
const MOST_REASONS = 3;
const LEAST_WEIGHT = 0.2;

export interface TypedMessage {
  readonly type: QuestionType;
  /** Probability of the type, 0–1. */
  readonly confidence: number;
  /** The cues that told this type from the next likely one, the weightiest first; none where only the absence of cues did. */
  readonly reasons: readonly string[];
}

/**
 * Says of which type a message is, from its turns of phrase alone: the softmax of the summed weights of its cues. Of equally
 * likely types it is the one that the model names first: the simpler plan.
 *
 * @param model the shipped one, unless another is being measured
 * @throws RangeError for a model without types
 */
export function classifyQuestion(query: string, model: QuestionTypeModel = QUESTION_TYPE_MODEL): TypedMessage {
  const cues = findCues(query);
  const ranked = model.types
    .map((type, position) => ({ type, position, score: scoreOf(position, cues, model) }))
    .sort((a, b) => b.score - a.score || a.position - b.position);
  const [best, next = best] = ranked;
  if (!best || !next) throw new RangeError('a model must have types');
  const odds = ranked.reduce((sum, { score }) => sum + Math.exp(score - best.score), 0);
  return { type: best.type, confidence: 1 / odds, reasons: reasonsFor(best.position, next.position, cues, model) };
}

/** The cues that speak in a message, in the order of the list. */
export function findCues(query: string): Cue[] {
  const message = readMessage(query);
  return CUES.filter(({ speaksIn }) => speaksIn(message));
}

function scoreOf(position: number, cues: readonly Cue[], { bias, weights }: QuestionTypeModel): number {
  return cues.reduce((sum, { name }) => sum + (weights[name]?.[position] ?? 0), bias[position] ?? 0);
}

function reasonsFor(best: number, next: number, cues: readonly Cue[], { weights }: QuestionTypeModel): string[] {
  const weighed = cues
    .map(({ name, reason, minor = false }) => ({
      reason,
      minor,
      weight: (weights[name]?.[best] ?? 0) - (weights[name]?.[next] ?? 0),
    }))
    .filter(({ weight }) => weight >= LEAST_WEIGHT)
    .sort((a, b) => Number(a.minor) - Number(b.minor) || b.weight - a.weight);
  const [first] = weighed;
  const told = weighed.filter(({ minor }) => minor === first?.minor);
  return [...new Set(told.map(({ reason }) => reason))].slice(0, MOST_REASONS);
}
