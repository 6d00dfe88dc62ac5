/**
 * Kinds of answers that writers give to one prompt, beside the one that it asks for, and whether they are right. `other` names
 * what the sources say of another thing; `guess` answers what they do not answer.
 */
export const WRITTEN_KINDS = {
  short: true,
  long: true,
  invented: false,
  other: false,
  evasion: false,
  half: false,
  miscomputed: false,
  outdated: false,
  guess: false,
} as const satisfies Readonly<Record<string, boolean>>;
export type WrittenKind = keyof typeof WRITTEN_KINDS;
