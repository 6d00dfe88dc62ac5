import type { Message } from './message.js';

/** A turn of phrase that tells something of the kind of a message. How much, and for which kind, is fitted. */
export interface Cue {
  /** Key of its weights in the model. */
  readonly name: string;
  /** For people. */
  readonly reason: string;
  readonly speaksIn: (message: Message) => boolean;
  /** Whether it tells the kind by itself: it is pooled with the others of its kind that do. */
  readonly telling?: true;
  /** Whether it is told as a reason only where no other cue decided: a single word says little to people. */
  readonly minor?: true;
}

/** @param part the reading of the message that the pattern is looked for in */
export function cue(name: string, reason: string, pattern: RegExp, part: keyof Message = 'text'): Cue {
  return { name, reason, speaksIn: (message) => pattern.test(message[part]) };
}

/** A cue that tells the kind by itself. */
export function tellingCue(...of: Parameters<typeof cue>): Cue {
  return { ...cue(...of), telling: true };
}

/**
 * The cues of a kind, and one that speaks where at least one of the telling ones does: a turn of phrase that is rare in the
 * training questions is worth something all the same.
 */
export function withPool(name: string, reason: string, cues: readonly Cue[]): Cue[] {
  const members = cues.filter(({ telling }) => telling);
  return [...cues, { name, reason, speaksIn: (message) => members.some(({ speaksIn }) => speaksIn(message)) }];
}
