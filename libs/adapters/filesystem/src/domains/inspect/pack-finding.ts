/** Something that is wrong with a domain pack, or likely to be. */
export interface PackFinding {
  /** An error keeps the pack, or a tool of it, from being used; a warning is what its author hardly means. */
  readonly severity: 'error' | 'warning';
  /** Relative to the pack, `/` between segments. */
  readonly file: string;
  /** From 1; null where the whole file is meant. */
  readonly line: number | null;
  /** From 1, in UTF-16 code units; null with the line. */
  readonly column: number | null;
  /** Keys from the outermost, joined by dots; '' for none. */
  readonly field: string;
  /** One sentence. */
  readonly problem: string;
  /** What to do, one sentence. */
  readonly fix: string;
}

/** The order in which an author goes through them. */
export function byPlace(a: PackFinding, b: PackFinding): number {
  if (a.severity !== b.severity) return a.severity === 'error' ? -1 : 1;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
