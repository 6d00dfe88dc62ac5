/**
 * Finds the first match that begins at or after an index. Asked with indexes that never fall, it reads the text once however
 * often it is asked: a match further on is kept until it is passed.
 *
 * @param pattern with the flag `g`
 * @returns a function from an index to that of the match; undefined where there is none
 */
export function firstFrom(text: string, pattern: RegExp): (from: number) => number | undefined {
  let found: number | undefined = -1;
  return (from) => {
    if (found !== undefined && found < from) {
      pattern.lastIndex = from;
      found = pattern.exec(text)?.index;
    }
    return found;
  };
}
