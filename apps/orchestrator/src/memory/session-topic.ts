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

/** A question all of whose things are "the …" takes them for known: it goes on with the topic. */
const DEFINITE_ONLY = /^(?!.*\b(?:an?|which|my|your)\b).*\bthe\s+\p{Ll}/iu;

/**
 * Whether a question leaves the topic: it has a subject of its own, and shares no word with what the session is about.
 * Words of which one holds the other count as shared ("siege", "besieged").
 *
 * @param question as it was asked; one that points back is no shift, which is for the caller to know
 */
export function leavesTopic({ weights }: SessionTopic, question: string): boolean {
  const names = namesIn(question).flatMap(({ text }) => terms(text));
  if (weights.size === 0 || (names.length === 0 && DEFINITE_ONLY.test(question))) return false;
  const own = [...questionTerms(question), ...names].map(({ term }) => term);
  const known = [...weights.keys()];
  return own.length > 0 && !own.some((term) => known.some((other) => isShared(term, other)));
}

/** Shortest word that counts as a part of another. */
const SHORTEST_PART = 4;

function isShared(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= SHORTEST_PART && long.includes(short);
}
