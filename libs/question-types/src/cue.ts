import type { Message } from './message.js';

/** A turn of phrase that tells something of the kind of a message. How much, and for which kind, is fitted. */
export interface Cue {
  /** Key of its weights in the model. */
  readonly name: string;
  /** For people. */
  readonly reason: string;
  readonly speaksIn: (message: Message) => boolean;
  /** Whether it is told as a reason only where no other cue decided: a single word says little to people. */
  readonly minor?: true;
}

/** @param part the reading of the message that the pattern is looked for in */
export function cue(name: string, reason: string, pattern: RegExp, part: keyof Message = 'text'): Cue {
  return { name, reason, speaksIn: (message) => pattern.test(message[part]) };
}

/**
 * A cue that speaks where at least one of several does: a turn of phrase that is rare in the training questions is worth
 * something all the same.
 *
 * @param names of `cues`, separated by white space
 */
export function pooled(name: string, reason: string, cues: readonly Cue[], names: string): Cue {
  const telling = new Set(names.trim().split(/\s+/));
  const members = cues.filter((one) => telling.has(one.name));
  return { name, reason, speaksIn: (message) => members.some(({ speaksIn }) => speaksIn(message)) };
}

/** Alternatives of a regular expression, from words that are separated by white space. */
export function anyOf(words: string): string {
  return `(?:${words.trim().split(/\s+/).join('|')})`;
}
