const WORD = /[^\s,;:?!()[\]{}"'`“”„«»]+/g;

/**
 * What stands between white space and marks, as it is written: names in code, paths, flags and numbers stay whole, which `tokenize`
 * divides. Without the full stop of a sentence.
 */
export function spacedWords(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => (word.endsWith('.') ? word.slice(0, -1) : word));
}
