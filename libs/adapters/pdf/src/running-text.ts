const SENTENCE_END = /[.!?:;。！？]["'”’»)\]]*$/;
const GOES_ON = /^[\p{Ll}\p{Lo}]/u;

/**
 * Share of the lines that go on with the sentence of the line above, 0–1: about two thirds in running text, next to none in
 * the cells of a table.
 *
 * @param lines from top to bottom; undefined where a row has none
 */
export function goingOnShare(lines: readonly (string | undefined)[]): number {
  const pairs = lines.slice(1).map((line, index) => [lines[index], line] as const);
  const going = pairs.filter(
    ([above, line]) => above !== undefined && line !== undefined && !SENTENCE_END.test(above) && GOES_ON.test(line),
  );
  return pairs.length === 0 ? 0 : going.length / pairs.length;
}

/** Whether a line begins within a sentence. */
export function isWithinSentence(line: string): boolean {
  return GOES_ON.test(line);
}
