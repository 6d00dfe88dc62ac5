import type { SessionMessage } from '@arbiter/contracts';
import { namesIn, questionTerms, terms } from '@arbiter/text';
import { exchangesOf, type Exchange } from './references/exchange.js';
import { resolveReferences, type Resolution } from './references/resolve-references.js';

/** Exchanges that are read again for each question: one more than references reach back over. */
const FOLLOWED = 7;

export interface FollowedQuestion extends Resolution {
  readonly topic: SessionTopic;
  readonly shifted: boolean;
}

/**
 * Reads a question as the next one of a session. The questions before it are read in the same way first, since a session
 * holds them as they were asked; what lies before a change of topic is not pointed to any more. Nothing refers to a declined
 * question: a fragment is completed from the last one that was answered.
 */
export function followSession(question: string, messages: readonly SessionMessage[]): FollowedQuestion {
  let session: Session = { topic: NO_TOPIC, answered: [], pointedTo: [] };
  for (const exchange of exchangesOf(messages).slice(-FOLLOWED)) session = continueSession(session, exchange);
  return follow(question, session);
}

interface Session {
  readonly topic: SessionTopic;
  /** Exchanges since the last change of topic that a fragment may be completed from. */
  readonly answered: readonly Exchange[];
  /** Those of them that a pronoun may point to. */
  readonly pointedTo: readonly Exchange[];
}

function continueSession(session: Session, { question: asked, answer }: Exchange): Session {
  const { question, replaced, shifted } = follow(asked, session);
  // "Who is the mayor?", which was declined: "he" is not the man of an earlier answer.
  if (answer === '') return shifted ? { ...session, pointedTo: [] } : session;
  const exchange = { question, answer, replaced };
  const { topic, answered, pointedTo } = shifted ? { topic: NO_TOPIC, answered: [], pointedTo: [] } : session;
  return {
    topic: continueTopic(topic, exchange),
    answered: [...answered, exchange],
    pointedTo: [...pointedTo, exchange],
  };
}

function follow(question: string, { topic, answered, pointedTo }: Session): FollowedQuestion {
  const resolution = resolveReferences(question, answered, pointedTo);
  const shifted = resolution.replaced.length === 0 && leavesTopic(topic, question);
  return { ...resolution, topic, shifted };
}

export interface TopicTerm {
  /** As texts are compared: the stem. */
  readonly term: string;
  /** As it was written last. */
  readonly word: string;
  /** 0–1; 1 for a term of the newest question. */
  readonly weight: number;
}

/** Topic of a session: terms of names and of subject matter, heaviest first. Plain data, since it is recorded. */
export type SessionTopic = readonly TopicTerm[];

export const NO_TOPIC: SessionTopic = [];

/** Weight of an exchange relative to the one after it: after four it has lost nine tenths. */
const DECAY = 0.55;
/** Terms lighter than this are forgotten: those of an answer six exchanges ago. */
const FORGOTTEN = 0.02;
/** A word of an answer against one of its question: answers say more than they were asked. */
const ANSWER_WEIGHT = 0.5;

/**
 * The topic after an exchange: what was there fades, the terms of the question and of its answer come on top.
 *
 * @param exchange its question resolved, so that a pronoun does not stand for a name
 */
export function continueTopic(topic: SessionTopic, { question, answer }: Exchange): SessionTopic {
  const faded = topic.map((one) => ({ ...one, weight: one.weight * DECAY }));
  const terms = new Map(faded.filter(({ weight }) => weight >= FORGOTTEN).map((one) => [one.term, one]));
  const add = (text: string, least: number): void => {
    for (const { term, start, end } of questionTerms(text)) {
      terms.set(term, { term, word: text.slice(start, end), weight: Math.max(terms.get(term)?.weight ?? 0, least) });
    }
  };
  add(answer, ANSWER_WEIGHT);
  add(question, 1);
  return [...terms.values()].sort((a, b) => b.weight - a.weight);
}

/** A question all of whose things are "the …" takes them for known: it goes on with the topic. */
const DEFINITE_ONLY = /^(?!.*\b(?:an?|which|my|your)\b).*\bthe\s+\p{Ll}/iu;

/**
 * Whether a question leaves the topic: it has a subject of its own and shares no word with the topic of the session.
 * Words of which one contains the other count as shared ("siege", "besieged").
 *
 * @param question as it was asked; the caller excludes questions that point back, which are no shift
 */
export function leavesTopic(topic: SessionTopic, question: string): boolean {
  const names = namesIn(question).flatMap(({ text }) => terms(text));
  if (topic.length === 0 || (names.length === 0 && DEFINITE_ONLY.test(question))) return false;
  const own = [...questionTerms(question), ...names].map(({ term }) => term);
  return own.length > 0 && !own.some((term) => topic.some((other) => isShared(term, other.term)));
}

/** Shortest word that counts as a part of another. */
const SHORTEST_PART = 4;

function isShared(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= SHORTEST_PART && long.includes(short);
}
