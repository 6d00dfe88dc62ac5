/**
 * Everything a callee sends back travels in numbered frames on the caller's reply subject: any number of `event`, then
 * one `end` (the output) or one `error`. A `beat` says that the callee is alive; it carries the number of the frame that
 * comes next without using it up, so that a lost frame is noticed even while nothing is sent.
 *
 * An `end` that is the first frame goes without headers: most calls have no events, and headers cost such a call some
 * 12 µs. Nothing is lost with the number: had there been a frame before, the end would have one.
 */
export const FRAME_KINDS = ['event', 'end', 'error', 'beat'] as const;
export type FrameKind = (typeof FRAME_KINDS)[number];

/** Header of every frame: `<number> <kind>`, numbers from 0. */
export const FRAME_HEADER = 'Arbiter-Frame';

export interface FrameTag {
  readonly number: number;
  readonly kind: FrameKind;
}

export const WHOLE_ANSWER: FrameTag = { number: 0, kind: 'end' };

export function isWholeAnswer({ number, kind }: FrameTag): boolean {
  return number === WHOLE_ANSWER.number && kind === WHOLE_ANSWER.kind;
}

export function encodeFrameTag({ number, kind }: FrameTag): string {
  return `${number} ${kind}`;
}

/** @returns null when the text is no frame tag */
export function decodeFrameTag(text: string): FrameTag | null {
  const [, digits, kind] = /^(\d{1,15}) ([a-z]+)$/.exec(text) ?? [];
  const known = FRAME_KINDS.find((candidate) => candidate === kind);
  return known && digits !== undefined ? { number: Number(digits), kind: known } : null;
}

/** Time between two beats while a handler works. Ours to choose: a few dozen bytes per running call and interval. */
export const BEAT_MS = 2_000;
/** A callee not heard of for so long is taken for dead: five beats, so that a busy event loop is not. */
export const SILENCE_MS = 10_000;

/** Subject on which callers of an arm's operations take a call back; every replica listens, one knows the token. */
export function cancelSubject(arm: string, token: string): string {
  return `arbiter.v1.cancel.${arm}.${token}`;
}
