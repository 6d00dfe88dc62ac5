import { namesIn, questionTerms, terms } from '@arbiter/text';
import type { Exchange } from './exchange.js';

/** What a session is about: terms of names and of subject matter, with how much each counts. */
export interface SessionTopic {
  /** 0–1 each; a term of the newest exchange counts most. */
  readonly weights: ReadonlyMap<string, number>;
  /** Words of the heaviest terms, for people: heaviest first. */
  readonly words: readonly string[];
}

export const NO_TOPIC: SessionTopic = { weights: new Map(), words: [] };

/** What an exchange counts against the one after it: after four it has lost nine tenths. */
const DECAY = 0.55;
/** Terms lighter than this are forgotten; those of an answer five exchanges ago. */
const FORGOTTEN = 0.02;
/** A word of an answer against one of its question: answers say more than they were asked. */
const ANSWER_WEIGHT = 0.5;
/** Words that are shown. */
const SHOWN = 5;

/**
 * The topic after an exchange: what was there fades, the terms of the question and of its answer come on top.
 *
 * @param exchange its question resolved, so that a pronoun does not stand for a name
 */
export function continueTopic(topic: SessionTopic, { question, answer }: Exchange): SessionTopic {
  const weights = new Map<string, number>();
  for (const [term, weight] of topic.weights) if (weight * DECAY >= FORGOTTEN) weights.set(term, weight * DECAY);
  const words = new Map<string, string>();
  const add = (text: string, weight: number) => {
    for (const { term, start, end } of questionTerms(text)) {
      weights.set(term, Math.max(weights.get(term) ?? 0, weight));
      words.set(term, text.slice(start, end));
    }
  };
  add(answer, ANSWER_WEIGHT);
  add(question, 1);
  const heaviest = [...weights].sort(([, a], [, b]) => b - a).slice(0, SHOWN);
  return { weights, words: heaviest.map(([term]) => words.get(term) ?? term) };
}

/**
 * Whether a question leaves the topic: it has a subject of its own, and shares no term with what the session is about.
 *
 * @param question as it was asked; one that points back is no shift, which is for the caller to know
 */
export function leavesTopic({ weights }: SessionTopic, question: string): boolean {
  if (weights.size === 0) return false;
  const names = namesIn(question).flatMap(({ text }) => terms(text));
  const own = [...questionTerms(question), ...names].map(({ term }) => term);
  return own.length > 0 && own.every((term) => !weights.has(term));
}
