/**
 * Kinds of answers that writers give to one prompt, beside the one that it asks for: `short` and `long` are right, the others wrong.
 * `other` names what the sources say of another thing; `guess` answers what they do not answer.
 */
export const WRITTEN_KINDS = [
  'short',
  'long',
  'invented',
  'other',
  'evasion',
  'half',
  'miscomputed',
  'outdated',
  'guess',
] as const;
export type WrittenKind = (typeof WRITTEN_KINDS)[number];

/** Kinds that are to be shown: the same answer in several lengths. */
const RIGHT: ReadonlySet<string> = new Set(['answer', 'short', 'long']);

export function isRightKind(kind: string): boolean {
  return RIGHT.has(kind);
}
