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
export const BEAT_MS = 500;
/** The first beat of a call comes within this part of {@link BEAT_MS}: it tells the caller whom to ask for a sign of life. */
export const FIRST_BEAT_SHARE = 1 / 5;
/** After so many missed beats a caller asks the broker whether the callee is still connected. */
export const BEATS_BEFORE_PROBE = 2;
/**
 * A callee that is connected and not heard of for so long is taken for dead: ten beats, so that a busy event loop is not,
 * and half of the shortest deadline of a search, so that another replica still has time for it.
 */
export const SILENCE_MS = 5_000;

/**
 * A subject that the callee of a beat listens on without acting. Once it has no listener, the broker at once answers a message
 * to it that has a reply subject. The callee's connection is then gone, and the callee with it.
 *
 * @param beatReply reply subject of a beat, `<inbox of the callee>.<number of the call>`
 */
export function probeSubject(beatReply: string): string {
  return `${beatReply.slice(0, beatReply.lastIndexOf('.'))}.alive`;
}

/** Subject on which callers of an arm's operations take a call back; every replica listens, one knows the token. */
export function cancelSubject(arm: string, token: string): string {
  return `arbiter.v1.cancel.${arm}.${token}`;
}
