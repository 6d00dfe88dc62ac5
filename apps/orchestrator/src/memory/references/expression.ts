import type { Span } from '@arbiter/text';

/** A part of a question that points back, with what it points to. */
export interface Expression extends Span {
  /** As it is put into the question. */
  readonly referent: string;
}

/** A referent in the place of a possessive: "Mara Fell's". */
export function possessiveOf(referent: string): string {
  return /['’]s?$/.test(referent) ? referent : `${referent}${/[^s]s$/.test(referent) ? '’' : '’s'}`.replace('’', "'");
}

/** Text with expressions replaced; of two that overlap the longer one counts. */
export function replaceExpressions(
  question: string,
  expressions: readonly Expression[],
): { readonly question: string; readonly replaced: { expression: string; referent: string }[] } {
  const byLength = [...expressions].sort((a, b) => b.end - b.start - (a.end - a.start));
  const chosen = byLength.filter(
    (one, index) => !byLength.slice(0, index).some((other) => one.start < other.end && other.start < one.end),
  );
  // "Where does Tollen get its water from?": the second pronoun then follows the first.
  const inOrder = chosen
    .sort((a, b) => a.start - b.start)
    .filter(
      ({ referent }, index, all) => !all.slice(0, index).some((other) => possessiveOf(other.referent) === referent),
    );
  let resolved = '';
  let from = 0;
  for (const { start, end, referent } of inOrder) {
    resolved += question.slice(from, start) + referent;
    from = end;
  }
  resolved += question.slice(from);
  const replaced = inOrder.map(({ start, end, referent }) => ({ expression: question.slice(start, end), referent }));
  return { question: resolved.charAt(0).toUpperCase() + resolved.slice(1), replaced };
}
