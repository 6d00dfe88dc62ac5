const MARKER = /\[\d{1,3}\]/g;

/** Words of an answer without its markers `[n]`. A word is a run without white space that holds a letter or a digit. */
export function countWords(text: string): number {
  const runs = text.replace(MARKER, ' ').split(/\s+/);
  return runs.filter((run) => /[\p{L}\p{N}]/u.test(run)).length;
}
